"""Spans of games: pairs ``(first, last + 1)``, and how they add up, overlap and are cut."""

from collections.abc import Iterable

__all__ = ["Span", "covered", "cut", "subtract", "text", "union"]

Span = tuple[int, int]


def union(spans: Iterable[Span]) -> list[Span]:
    """The same games in as few spans as possible, ascending."""
    joined: list[Span] = []
    for first, last in sorted(spans):
        if joined and first <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(last, joined[-1][1]))
        else:
            joined.append((first, last))
    return joined


def subtract(span: Span, done: Iterable[Span]) -> list[Span]:
    """What is left of ``span`` without the games of ``done``, ascending."""
    left = []
    start, stop = span
    for first, last in union(done):
        if start < min(first, stop):
            left.append((start, min(first, stop)))
        start = max(start, last)
    if start < stop:
        left.append((start, stop))
    return left


def cut(span: Span, size: int) -> list[Span]:
    """``span`` cut at every multiple of ``size``."""
    pieces = []
    first, last = span
    while first < last:
        stop = min((first // size + 1) * size, last)
        pieces.append((first, stop))
        first = stop
    return pieces


def covered(wanted: Iterable[Span], done: Iterable[Span]) -> bool:
    """Whether ``done`` holds every game of ``wanted``."""
    have = list(done)
    return not any(subtract(span, have) for span in wanted)


def text(spans: Iterable[Span]) -> str:
    """``0:400, 500:900``, as the option ``--range`` takes them."""
    return ", ".join(f"{first}:{last}" for first, last in spans)
