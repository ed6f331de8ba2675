//! Columns to and from Arrow: the only file that knows it.
//!
//! Tables leave and enter through the Arrow `PyCapsule` interface (`__arrow_c_stream__`), which polars, pyarrow
//! and duckdb speak; nothing is copied on the way out.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader};
use arrow_array::types::{ArrowPrimitiveType, Int16Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef, PrimitiveArray, RecordBatch, RecordBatchIterator};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use ludometer_core::game::Facts;
use ludometer_core::rows::{Column, Columns, GameColumns, SeatColumns};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::error::{Kind, raise};

/// Columns in Arrow memory.
#[pyclass(frozen, module = "ludometer._core")]
pub(crate) struct ArrowTable {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

#[pymethods]
impl ArrowTable {
    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The protocol allows a producer to ignore the wish.
        drop(requested_schema);
        let batches = self.batches.clone().into_iter().map(Ok);
        let reader = RecordBatchIterator::new(batches, Arc::clone(&self.schema));
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
    }
}

impl ArrowTable {
    fn new(parts: Vec<Vec<(String, Column)>>) -> PyResult<Self> {
        let batches = parts.into_iter().map(record_batch).collect::<PyResult<Vec<_>>>()?;
        let schema = batches.first().map_or_else(|| Arc::new(Schema::empty()), RecordBatch::schema);
        Ok(Self { schema, batches })
    }
}

fn record_batch(columns: Vec<(String, Column)>) -> PyResult<RecordBatch> {
    let (fields, arrays): (Vec<Field>, Vec<ArrayRef>) = columns
        .into_iter()
        .map(|(name, column)| {
            let array: ArrayRef = match column {
                Column::U8(values) => Arc::new(PrimitiveArray::<UInt8Type>::from(values)),
                Column::U16(values) => Arc::new(PrimitiveArray::<UInt16Type>::from(values)),
                Column::U32(values) => Arc::new(PrimitiveArray::<UInt32Type>::from(values)),
                Column::U64(values) => Arc::new(PrimitiveArray::<UInt64Type>::from(values)),
                Column::I16(values) => Arc::new(PrimitiveArray::<Int16Type>::from(values)),
            };
            (Field::new(name, array.data_type().clone(), false), array)
        })
        .unzip();
    RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays)
        .map_err(|error| pyo3::exceptions::PyRuntimeError::new_err(error.to_string()))
}

/// The `games` and `seats` tables of some columns; without any, empty tables with the right columns.
pub(crate) fn tables(facts: &Facts, players: u8, mut columns: Vec<Columns>) -> PyResult<(ArrowTable, ArrowTable)> {
    if columns.is_empty() {
        columns.push(Columns::with_capacity(facts, players, 0));
    }
    let (games, seats) = columns
        .into_iter()
        .map(|columns| {
            let games = columns.games.into_columns(facts.game_column_names());
            (games, columns.seats.into_columns(facts.seat_column_names()))
        })
        .unzip();
    Ok((ArrowTable::new(games)?, ArrowTable::new(seats)?))
}

/// The columns of two frames that come from Python.
pub(crate) fn read(
    facts: &Facts,
    players: u8,
    games: &Bound<'_, PyAny>,
    seats: &Bound<'_, PyAny>,
) -> PyResult<Columns> {
    let bad = |table: &str, why: String| raise(games.py(), Kind::Data, format!("{table} frame: {why}"));
    let games_in = import(games)?;
    let seats_in = import(seats)?;
    let games_read = GameColumns::from_columns(&facts.game_column_names(), |name| column(&games_in, name));
    let seats_read = SeatColumns::from_columns(&facts.seat_column_names(), |name| column(&seats_in, name));
    let games_read = games_read.map_err(|why| bad("games", why))?;
    let seats_read = seats_read.map_err(|why| bad("seats", why))?;
    Columns::new(players, games_read, seats_read).map_err(|why| bad("seats", why))
}

#[allow(unsafe_code)]
fn import(stream: &Bound<'_, PyAny>) -> PyResult<Vec<RecordBatch>> {
    let py = stream.py();
    let bad = |why: String| raise(py, Kind::Data, format!("cannot take an Arrow stream: {why}"));
    let capsule = stream.call_method0("__arrow_c_stream__")?;
    let capsule = capsule.cast::<PyCapsule>().map_err(|error| bad(error.to_string()))?;
    let pointer = capsule.pointer_checked(Some(c"arrow_array_stream"))?;
    // SAFETY: a capsule of this name holds an `ArrowArrayStream`, by the Arrow PyCapsule interface; `from_raw` moves it
    // out and leaves a released one behind, which the capsule's destructor skips.
    let reader = unsafe { RecordBatchStreamReader::from_raw(pointer.as_ptr().cast()) };
    let reader = reader.map_err(|error| bad(error.to_string()))?;
    reader.collect::<Result<_, _>>().map_err(|error| bad(error.to_string()))
}

/// All batches of one column, joined.
fn column(batches: &[RecordBatch], name: &str) -> Result<Column, String> {
    fn join<T: ArrowPrimitiveType>(arrays: &[&ArrayRef]) -> Result<Vec<T::Native>, String> {
        let mut values = Vec::with_capacity(arrays.iter().map(Array::len).sum());
        for array in arrays {
            if array.null_count() > 0 {
                return Err("it has missing values".into());
            }
            let array = array.as_primitive_opt::<T>().ok_or("its batches differ in type")?;
            values.extend_from_slice(array.values());
        }
        Ok(values)
    }
    let arrays = batches.iter().map(|batch| batch.column_by_name(name)).collect::<Option<Vec<_>>>();
    let arrays = arrays.ok_or("it is missing")?;
    let Some(first) = arrays.first() else { return Err("the frame has no batch".into()) };
    Ok(match first.data_type() {
        DataType::UInt8 => Column::U8(join::<UInt8Type>(&arrays)?),
        DataType::UInt16 => Column::U16(join::<UInt16Type>(&arrays)?),
        DataType::UInt32 => Column::U32(join::<UInt32Type>(&arrays)?),
        DataType::UInt64 => Column::U64(join::<UInt64Type>(&arrays)?),
        DataType::Int16 => Column::I16(join::<Int16Type>(&arrays)?),
        other => return Err(format!("its type is {other}")),
    })
}
