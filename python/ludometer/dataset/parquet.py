"""Writes integer columns as Parquet, several times faster than general writers can.

A run stores millions of rows of tiny integers, and a general writer spends most of its time in
looking up each value in a dictionary and compressing the outcome. Here a column's values are known
to lie close together, so they are stored as distances from the smallest one, in as few bits as
hold them all, by whole-array operations. What comes out is plain Parquet that every reader knows:

```text
  column                          encoding of its data page
  all values equal                dictionary of one value, one run
  numbers that count up           DELTA_BINARY_PACKED (game numbers; each may repeat, once a seat)
  values close together           dictionary smallest..largest, packed in 1, 2, 4, 8 or 16 bits
  others (digests)                PLAIN
```

No column has missing values, and none is compressed: packed bits leave little to gain.
The format: https://parquet.apache.org/docs/file-format/ (Thrift's compact protocol for headers).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ludometer.dataset.thrift import Value, array, i32, i64, struct, text, varint, zigzag

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import polars as pl

    Values = npt.NDArray[np.integer[Any]]

__all__ = ["encode"]

_GROUP_ROWS = 1 << 20
"""Rows of a row group: keeps every size in the file within 32 bits."""
_MAGIC = b"PAR1"
_INT32, _INT64 = 1, 2
_PLAIN, _RLE, _DELTA, _RLE_DICTIONARY = 0, 3, 5, 8
_REQUIRED, _UNCOMPRESSED = 0, 0
_DATA_PAGE, _DICTIONARY_PAGE = 0, 2
# Name of the polars type: physical type, and the converted type that says what it means.
_TYPES = {
    "UInt8": (_INT32, 11),
    "UInt16": (_INT32, 12),
    "UInt32": (_INT32, 13),
    "UInt64": (_INT64, 14),
    "Int16": (_INT32, 16),
}


def encode(frame: "pl.DataFrame", metadata: Mapping[str, str]) -> Iterator[bytes]:
    """The pieces of a Parquet file with the columns of ``frame``, one after the other.

    Columns are of the five types that ``schemas`` uses, without missing values. ``metadata`` is
    stored with the file.
    """
    columns = {name: frame[name].to_numpy() for name in frame.columns}
    types = {name: _TYPES[str(dtype)] for name, dtype in frame.schema.items()}
    yield _MAGIC
    offset = len(_MAGIC)
    groups: list[_Group] = []
    for start in range(0, max(frame.height, 1), _GROUP_ROWS):
        group = _Group(min(_GROUP_ROWS, frame.height - start), [])
        for name, values in columns.items():
            chunk = _Chunk(name, types[name][0], offset)
            for piece in _pages(values[start : start + _GROUP_ROWS], chunk):
                yield piece
                chunk.size += len(piece)
            offset += chunk.size
            group.chunks.append(chunk)
        groups.append(group)
    footer = _footer(types, frame.height, groups, metadata)
    yield footer
    yield len(footer).to_bytes(4, "little")
    yield _MAGIC


@dataclass(slots=True)
class _Chunk:
    """One column of one row group, and where it lies."""

    name: str
    physical: int
    offset: int
    size: int = 0
    rows: int = 0
    encoding: int = _PLAIN
    dictionary: int = 0
    """Bytes of the dictionary page, which comes first; 0 without one."""


@dataclass(slots=True)
class _Group:
    rows: int
    chunks: list[_Chunk]


def _pages(values: "Values", chunk: _Chunk) -> Iterator[bytes]:
    """The pages of a column, each as header and body; notes in ``chunk`` what they are."""
    import numpy as np

    chunk.rows = len(values)
    plain = np.dtype("<i8" if chunk.physical == _INT64 else "<i4")
    lo, hi = (int(values.min()), int(values.max())) if len(values) else (0, 0)
    counted = _counted(values, lo, hi) if chunk.physical == _INT64 else None
    if counted is not None:
        chunk.encoding = _DELTA
        yield from _data_page(counted, chunk)
    elif hi - lo < min(1 << 16, max(1 << 8, len(values) // 4)):
        chunk.encoding = _RLE_DICTIONARY
        # Wraps for unsigned 64-bit values beyond the signed ones, which is how Parquet has them.
        words = _from(lo, hi, values).astype(plain).tobytes()
        header = _page_header(_DICTIONARY_PAGE, len(words), hi + 1 - lo, _PLAIN)
        chunk.dictionary = len(header) + len(words)
        yield header
        yield words
        yield from _data_page(_packed(values, lo, hi), chunk)
    else:
        chunk.encoding = _PLAIN
        yield from _data_page(values.astype(plain, copy=False).tobytes(), chunk)


def _data_page(body: bytes, chunk: _Chunk) -> Iterator[bytes]:
    yield _page_header(_DATA_PAGE, len(body), chunk.rows, chunk.encoding)
    yield body


def _packed(values: "Values", lo: int, hi: int) -> bytes:
    """Distances from ``lo`` as one run: its bit width, its length, its bits."""
    import numpy as np

    if lo == hi:
        return bytes([1]) + varint(len(values) << 1) + b"\0"
    width = next(bits for bits in (1, 2, 4, 8, 16) if hi - lo < 1 << bits)
    groups = (len(values) + 7) // 8
    # Runs of packed bits are of eight values; the rest of the last eight means nothing.
    steps: Values = np.zeros(8 * groups, np.uint16 if width == 16 else np.uint8)
    np.subtract(values, values.dtype.type(lo), out=steps[: len(values)], casting="unsafe")
    head = bytes([width]) + varint(groups << 1 | 1)
    return head + _squeezed(steps, width)


def _squeezed(steps: "Values", width: int) -> bytes:
    """Small numbers side by side in ``width`` bits each, the first one lowest."""
    import numpy as np

    if width == 1:
        return np.packbits(steps, bitorder="little").tobytes()
    if width == 2:
        # Four bytes to a word, and the word folded into its lowest byte.
        words: Values = steps.view(np.dtype("<u4"))
        pairs = words | words >> 6
        return (pairs | pairs >> 12).astype(np.uint8).tobytes()
    if width == 4:
        halves = steps.view(np.dtype("<u2"))
        return (halves | halves >> 4).astype(np.uint8).tobytes()
    return steps.astype("<u2" if width == 16 else np.uint8, copy=False).tobytes()


def _from(lo: int, hi: int, like: "Values") -> "Values":
    """The numbers ``lo`` to ``hi``, in the type of ``like``."""
    import numpy as np

    return np.arange(hi - lo + 1).astype(like.dtype) + like.dtype.type(lo)


_BLOCK, _MINIBLOCKS = 128, 4
_PIECE = 1 << 14


def _counted(values: "Values", lo: int, hi: int) -> bytes | None:
    """Numbers that count up by 1, each ``times`` over, as DELTA_BINARY_PACKED; None for others."""
    import numpy as np

    rows = len(values)
    times, rest = divmod(rows, hi - lo + 1)
    if rest or not times or hi == lo:
        return None
    if not (values[:times] == lo).all():
        return None
    # Piece by piece, so that what is computed on the way stays in the cache.
    for start in range(0, rows - times, _PIECE):
        later = values[start + times : start + times + _PIECE]
        if not (later - values[start : start + len(later)] == 1).all():
            return None
    first = lo if lo < 1 << 63 else lo - (1 << 64)
    head = varint(_BLOCK) + varint(_MINIBLOCKS) + varint(rows) + varint(zigzag(first))
    blocks, left = divmod(rows - 1, _BLOCK)
    if times == 1:
        # Every step is 1: blocks say so, and need no bits.
        block = varint(zigzag(1)) + bytes(_MINIBLOCKS)
        return head + block * (blocks + bool(left))
    steps = np.zeros((blocks + bool(left)) * _BLOCK, np.uint8)
    steps[times - 1 : rows - 1 : times] = 1
    bits = np.packbits(steps, bitorder="little").reshape(-1, _BLOCK // 8)
    # Each block: its smallest step, the bit width of its four miniblocks, their bits.
    lead = np.frombuffer(varint(zigzag(0)) + bytes([1] * _MINIBLOCKS), np.uint8)
    body = np.hstack([np.broadcast_to(lead, (len(bits), len(lead))), bits]).tobytes()
    # The last block ends with the last miniblock that holds a step.
    size = _BLOCK // _MINIBLOCKS
    spare = (_BLOCK - left) // size if left else 0
    return head + (body[: len(body) - spare * size // 8] if spare else body)


def _page_header(kind: int, size: int, rows: int, encoding: int) -> bytes:
    own = {1: i32(rows), 2: i32(encoding)}
    if kind == _DATA_PAGE:
        # Encodings of the levels, of which required columns have none.
        own |= {3: i32(_RLE), 4: i32(_RLE)}
    slot = 5 if kind == _DATA_PAGE else 7
    return struct({1: i32(kind), 2: i32(size), 3: i32(size), slot: struct(own)})[1]


def _footer(
    types: Mapping[str, tuple[int, int]],
    rows: int,
    groups: list[_Group],
    metadata: Mapping[str, str],
) -> bytes:
    """The file's metadata: schema, row groups, the caller's own."""
    schema = [struct({4: text("schema"), 5: i32(len(types))})]
    for name, (physical, converted) in types.items():
        leaf = {1: i32(physical), 3: i32(_REQUIRED), 4: text(name), 6: i32(converted)}
        schema.append(struct(leaf))
    file = {
        1: i32(1),
        2: array(schema),
        3: i64(rows),
        4: array([_row_group(group) for group in groups]),
        6: text("ludometer"),
    }
    if metadata:
        pairs = [struct({1: text(key), 2: text(value)}) for key, value in metadata.items()]
        file[5] = array(pairs)
    return struct(dict(sorted(file.items())))[1]


def _row_group(group: _Group) -> Value:
    size = sum(chunk.size for chunk in group.chunks)
    columns = [struct({2: i64(chunk.offset), 3: _column(chunk)}) for chunk in group.chunks]
    return struct({1: array(columns), 2: i64(size), 3: i64(group.rows)})


def _column(chunk: _Chunk) -> Value:
    encodings = [chunk.encoding, _PLAIN] if chunk.dictionary else [chunk.encoding]
    fields = {
        1: i32(chunk.physical),
        2: array([i32(encoding) for encoding in encodings]),
        3: array([text(chunk.name)]),
        4: i32(_UNCOMPRESSED),
        5: i64(chunk.rows),
        6: i64(chunk.size),
        7: i64(chunk.size),
        9: i64(chunk.offset + chunk.dictionary),
    }
    if chunk.dictionary:
        fields[11] = i64(chunk.offset)
    return struct(fields)
