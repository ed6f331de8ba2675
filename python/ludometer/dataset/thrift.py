"""Thrift's compact protocol, as far as the headers of Parquet files need it.

A value is a pair of its type code and its bytes, so that structs can be put together from parts.
"""

from collections.abc import Mapping, Sequence

__all__ = ["Value", "array", "i32", "i64", "struct", "text", "varint", "zigzag"]

Value = tuple[int, bytes]

_I32, _I64, _BINARY, _LIST, _STRUCT = 5, 6, 8, 9, 12


def varint(number: int) -> bytes:
    """Seven bits a byte, the lowest first; all but the last byte have their high bit set."""
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def zigzag(number: int) -> int:
    """Signed to unsigned, small numbers of either sign to small ones: 0, -1, 1, -2, 2, ..."""
    return number << 1 if number >= 0 else (-number << 1) - 1


def i32(number: int) -> Value:
    """A whole number that fits 32 bits."""
    return _I32, varint(zigzag(number))


def i64(number: int) -> Value:
    """A whole number that fits 64 bits."""
    return _I64, varint(zigzag(number))


def text(value: str) -> Value:
    """A string."""
    body = value.encode()
    return _BINARY, varint(len(body)) + body


def array(items: Sequence[Value]) -> Value:
    """A list of values of one type, at least one."""
    kind = items[0][0]
    size = len(items)
    head = bytes([size << 4 | kind]) if size < 15 else bytes([0xF0 | kind]) + varint(size)
    return _LIST, head + b"".join(body for _, body in items)


def struct(fields: Mapping[int, Value]) -> Value:
    """Fields by their number, ascending; numbers differ by at most 15."""
    out = bytearray()
    before = 0
    for number, (kind, body) in fields.items():
        out.append(number - before << 4 | kind)
        out += body
        before = number
    out.append(0)
    return _STRUCT, bytes(out)
