//! The exception tree: the only file that knows Python exceptions.

use ludometer_core::Error;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};

/// The leaves of the tree; each is a `LudometerError` and a `ValueError`.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    UnknownName,
    Count,
    Rules,
    Notation,
    IllegalAction,
    GameOver,
    Tape,
    Cpu,
    Data,
}

const LEAVES: [(Kind, &str); 9] = [
    (Kind::UnknownName, "UnknownNameError"),
    (Kind::Count, "CountError"),
    (Kind::Rules, "RulesError"),
    (Kind::Notation, "NotationError"),
    (Kind::IllegalAction, "IllegalActionError"),
    (Kind::GameOver, "GameOverError"),
    (Kind::Tape, "TapeError"),
    (Kind::Cpu, "CpuError"),
    (Kind::Data, "DataError"),
];

struct Tree {
    base: Py<PyType>,
    leaves: Vec<Py<PyType>>,
}

fn tree(py: Python<'_>) -> PyResult<&'static Tree> {
    static TREE: PyOnceLock<Tree> = PyOnceLock::new();
    TREE.get_or_try_init(py, || {
        let new = |name: &str, bases: Bound<'_, PyTuple>| -> PyResult<Py<PyType>> {
            let namespace = pyo3::types::PyDict::new(py);
            namespace.set_item("__module__", "ludometer._core")?;
            let class = py.get_type::<PyType>().call1((name, bases, namespace))?;
            Ok(class.cast_into::<PyType>()?.unbind())
        };
        let base = new("LudometerError", PyTuple::new(py, [py.get_type::<PyException>()])?)?;
        let bases = [base.bind(py).clone(), py.get_type::<PyValueError>()];
        let leaves = LEAVES.iter().map(|(_, name)| new(name, PyTuple::new(py, &bases)?)).collect::<PyResult<_>>()?;
        Ok(Tree { base, leaves })
    })
}

/// Adds the classes to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let tree = tree(py)?;
    module.add("LudometerError", tree.base.bind(py))?;
    for ((_, name), class) in LEAVES.iter().zip(&tree.leaves) {
        module.add(*name, class.bind(py))?;
    }
    Ok(())
}

/// An exception of one of the leaves.
pub(crate) fn raise(py: Python<'_>, kind: Kind, message: impl Into<String>) -> PyErr {
    match tree(py) {
        Ok(tree) => PyErr::from_type(tree.leaves[kind as usize].bind(py).clone(), message.into()),
        Err(error) => error,
    }
}

/// The exception of a core error: one kind each, and the message as it is.
pub(crate) fn core_error(py: Python<'_>, error: &Error) -> PyErr {
    let kind = match error {
        Error::Unknown { .. } => Kind::UnknownName,
        Error::Count { .. } => Kind::Count,
        Error::Rules(_) => Kind::Rules,
        Error::Notation { .. } => Kind::Notation,
        Error::Illegal { .. } => Kind::IllegalAction,
        Error::Over { .. } => Kind::GameOver,
        Error::Tape(_) => Kind::Tape,
        Error::Cpu { .. } => Kind::Cpu,
    };
    raise(py, kind, error.to_string())
}
