"""The Parquet writer: whatever is written is read back by somebody else's reader."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import ludometer
from ludometer.dataset import parquet, thrift
from ludometer.dataset.parquet import encode

TYPES: dict[str, tuple[Any, int, int]] = {
    "UInt8": (np.uint8, 0, 2**8 - 1),
    "UInt16": (np.uint16, 0, 2**16 - 1),
    "UInt32": (np.uint32, 0, 2**32 - 1),
    "UInt64": (np.uint64, 0, 2**64 - 1),
    "Int16": (np.int16, -(2**15), 2**15 - 1),
}


def read_back(frame: pl.DataFrame) -> pl.DataFrame:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "part.parquet"
        path.write_bytes(b"".join(encode(frame, {"ludometer": "{}", "b": "ä"})))
        assert pl.read_parquet_metadata(path) == {"ludometer": "{}", "b": "ä"}
        assert pl.scan_parquet(path).select(pl.len()).collect().item() == frame.height
        return pl.read_parquet(path, memory_map=False)


def frame_of(kind: str, values: Any) -> pl.DataFrame:
    return pl.DataFrame({"x": pl.Series(np.asarray(values, TYPES[kind][0]))})


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_random_columns_survive(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(sorted(TYPES)))
    _, least, most = TYPES[kind]
    lo = data.draw(st.integers(least, most))
    hi = data.draw(
        st.integers(lo, min(most, lo + data.draw(st.sampled_from([0, 1, 5, 300, most]))))
    )
    values = data.draw(st.lists(st.integers(lo, hi), min_size=1, max_size=300))
    frame = frame_of(kind, values)
    assert read_back(frame).equals(frame)


SPANS = [0, 1, 2, 3, 4, 15, 16, 255, 256, 999, 65_535, 65_536, 10**6]
WIDTHS = [
    (kind, span)
    for kind, (_, least, most) in TYPES.items()
    for span in SPANS
    if span <= most - least
]


@pytest.mark.parametrize(("kind", "span"), WIDTHS)
@pytest.mark.parametrize("rows", [1, 7, 8, 9, 5000, 300_000])
def test_every_width_at_both_ends_of_every_type(kind: str, span: int, rows: int) -> None:
    _, least, most = TYPES[kind]
    random = np.random.default_rng(rows)
    for lo in (least, most - span):
        steps = random.integers(0, span + 1, rows, dtype=np.uint64)
        steps[-1] = span
        values = np.array(lo % 2**64, np.uint64) + steps  # wraps for negative numbers
        frame = frame_of(kind, values.astype(TYPES[kind][0]))
        assert read_back(frame).equals(frame)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 2**64 - 2000), st.integers(1, 400), st.integers(1, 5))
@example(0, 129, 1)
@example(2**63 - 5, 10, 2)
@example(0, 1, 4)
def test_counted_numbers_survive(first: int, count: int, times: int) -> None:
    values = [first + number for number in range(count) for _ in range(times)]
    frame = frame_of("UInt64", values)
    assert read_back(frame).equals(frame)
    # Not counted after all: the last number is another one.
    frame = frame_of("UInt64", [*values[:-1], first])
    assert read_back(frame).equals(frame)


@pytest.mark.parametrize("last", range(120, 270))
def test_blocks_of_steps_may_end_anywhere(last: int) -> None:
    frame = frame_of("UInt64", [number // 2 for number in range(2 * last)])
    assert read_back(frame).equals(frame)


def test_long_columns_are_cut_into_row_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "_GROUP_ROWS", 1000)
    random = np.random.default_rng(7)
    frame = pl.DataFrame(
        {
            "game": np.repeat(np.arange(10**6, 10**6 + 1250, dtype=np.uint64), 2),
            "digest": random.integers(0, 2**32, 2500, dtype=np.uint32),
            "score": random.integers(-50, 50, 2500, dtype=np.int16),
        }
    )
    assert read_back(frame).equals(frame)


def test_columns_in_several_pieces_are_written_as_one() -> None:
    frame = frame_of("UInt16", [1, 2, 3]).vstack(frame_of("UInt16", [4, 500]))
    assert frame.n_chunks() == 2
    assert read_back(frame).equals(frame)


def test_an_empty_frame_is_a_file_too() -> None:
    frame = frame_of("UInt64", [])
    assert read_back(frame).equals(frame)


@pytest.mark.parametrize("facts", ludometer.games(), ids=lambda facts: facts["name"])
def test_rows_of_every_game_survive(facts: dict[str, Any]) -> None:
    run = ludometer.simulate(facts["name"], games=3000, seed=7)
    for table in ("games", "seats"):
        frame = pl.DataFrame(run.arrow(table))
        assert read_back(frame).equals(frame)


def test_files_are_no_larger_than_those_of_polars(tmp_path: Path) -> None:
    run = ludometer.simulate("top-cap", games=50_000, seed=7)
    own = theirs = 0
    for table in ("games", "seats"):
        frame = pl.DataFrame(run.arrow(table))
        frame.write_parquet(tmp_path / table, compression="zstd", statistics=False)
        own += len(b"".join(encode(frame, {})))
        theirs += (tmp_path / table).stat().st_size
    assert own < 1.1 * theirs


def test_numbers_of_the_compact_protocol() -> None:
    assert [thrift.zigzag(number) for number in (0, -1, 1, -2, 2)] == [0, 1, 2, 3, 4]
    assert thrift.varint(0) == b"\0"
    assert thrift.varint(300) == b"\xac\x02"
    assert thrift.struct({1: thrift.i32(1), 4: thrift.text("a")}) == (12, b"\x15\x02\x38\x01a\0")
    assert thrift.array([thrift.i32(0)] * 20)[1][:2] == b"\xf5\x14"
