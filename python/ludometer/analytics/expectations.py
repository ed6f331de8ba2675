"""Expectations about a game, and whether an analysis meets them: a gate for a designer's own CI.

An expectation is met if the interval lies within its bounds, failed if it lies outside, and
undetermined if these games show neither. Nothing passes because too few games were played.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ludometer._core import LudometerError
from ludometer.analytics.question import Question, check_margin
from ludometer.analytics.units import fraction

if TYPE_CHECKING:
    from pydantic import ValidationError

__all__ = [
    "Checked",
    "Expectation",
    "Expectations",
    "check",
    "draft",
    "estimates",
    "parse",
    "read",
]

Result = Literal["met", "failed", "undetermined"]
VERDICTS = ("balanced", "unbalanced", "undetermined")
FACT = "of these games"
DRAFTED = (
    "first_player_advantage.share",
    "ties.tie",
    "pace.length.plies.mean",
    "pace.ends.truncated.share",
)


@dataclass(frozen=True, slots=True)
class Expectation:
    """Bounds for one estimate, named by where it stands in the analysis."""

    what: str
    at_least: float | None
    at_most: float | None

    def __str__(self) -> str:
        parts = [
            f"{word} {value:g}"
            for word, value in (("at least", self.at_least), ("at most", self.at_most))
            if value is not None
        ]
        return " and ".join(parts)


@dataclass(frozen=True, slots=True)
class Expectations:
    """A file of expectations."""

    question: Question
    verdicts: tuple[str, ...]
    """Verdicts that are fine; empty if none is asked for."""
    games_at_least: int
    bounds: tuple[Expectation, ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """One expectation against what was found."""

    result: Result
    what: str
    expected: str
    found: str
    """In words; the numbers are in ``estimate``."""
    estimate: dict[str, Any] | None = None


def read(path: Path) -> Expectations:
    """The expectations of a TOML file (see docs/balance.md).

    Raises LudometerError with all problems at once: unknown keys, values that cannot be.
    """
    try:
        body = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise LudometerError(f"cannot read {path}: {error.strerror or error}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise LudometerError(f"{path} is not TOML: {error}") from error
    return parse(body, str(path))


def parse(body: Mapping[str, Any], name: str) -> Expectations:
    """As :func:`read`, from the content of a file called ``name``."""
    from pydantic import ValidationError

    from ludometer.analytics.expectation_file import ExpectationFile

    try:
        file = ExpectationFile.model_validate(body)
    except ValidationError as error:
        raise LudometerError("\n".join([f"{name}:", *_problems(error)])) from error
    bounds = tuple(
        Expectation(entry.what, fraction(entry.at_least), fraction(entry.at_most))
        for entry in file.expect
    )
    margin = fraction(file.margin)
    assert margin is not None
    question = Question(margin=margin, level=file.level, truncated=file.truncated)
    check_margin(question.margin, question.alpha)
    wanted = (file.verdict,) if isinstance(file.verdict, str) else tuple(file.verdict or ())
    if not (wanted or bounds or file.games_at_least):
        raise LudometerError(f"{name} expects nothing: it has neither `verdict` nor [[expect]]")
    return Expectations(question, wanted, file.games_at_least, bounds)


def _problems(error: "ValidationError") -> Iterator[str]:
    """One line for each problem, with the nearest name for an unknown key."""
    from ludometer.analytics.expectation_file import ExpectationFile, ExpectEntry

    for problem in error.errors():
        where = "".join(
            f"[{part}]" if isinstance(part, int) else f".{part}" for part in problem["loc"]
        ).lstrip(".")
        if problem["type"] == "extra_forbidden":
            model = ExpectEntry if len(problem["loc"]) > 1 else ExpectationFile
            known = list(model.model_fields)
            yield f"  unknown key `{where}`{_nearest(str(problem['loc'][-1]), known)}"
        else:
            yield f"  `{where}`: {problem['msg'].removeprefix('Value error, ')}"


def _nearest(word: str, known: list[str]) -> str:
    close = get_close_matches(word, known, 1)
    hint = f" (did you mean `{close[0]}`?)" if close else ""
    return hint + ("" if close else f"; known: {', '.join(known)}")


def check(expected: Expectations, analysis: Mapping[str, Any]) -> list[Checked]:
    """Every expectation against an analysis.

    Raises LudometerError, all problems at once, if an expectation names no estimate of it.
    """
    known = dict(estimates(analysis))
    unknown = [entry.what for entry in expected.bounds if entry.what not in known]
    if unknown:
        lines = [f"  no estimate `{what}`{_some(what, list(known))}" for what in unknown]
        raise LudometerError("\n".join(["expectations about what is not there:", *lines]))
    found = []
    if expected.games_at_least:
        found.append(_enough(expected.games_at_least, analysis["games"]))
    if expected.verdicts:
        found.append(_verdict(expected.verdicts, analysis["verdict"]))
    return [*found, *(_judged(entry, known[entry.what]) for entry in expected.bounds)]


def _some(what: str, known: list[str]) -> str:
    close = get_close_matches(what, known, 1)
    if close:
        return f" (did you mean `{close[0]}`?)"
    return "; `ludometer analyze --format csv` lists them"


def _enough(wanted: int, games: int) -> Checked:
    result: Result = "met" if games >= wanted else "failed"
    return Checked(result, "games", f"at least {wanted:,}", f"{games:,}")


def _verdict(wanted: tuple[str, ...], verdict: Mapping[str, Any]) -> Checked:
    answer = verdict["verdict"]
    result: Result = "failed"
    if answer in wanted:
        result = "met"
    elif answer == "undetermined":
        result = "undetermined"
    return Checked(result, "verdict", " or ".join(wanted), verdict["sentence"])


def _judged(entry: Expectation, estimate: dict[str, Any]) -> Checked:
    lo, hi = estimate["lo"], estimate["hi"]
    if estimate["method"] == FACT:
        lo = hi = estimate["est"]
    if lo is None or hi is None:
        return Checked("undetermined", entry.what, str(entry), estimate["method"], estimate)
    low = -float("inf") if entry.at_least is None else entry.at_least
    high = float("inf") if entry.at_most is None else entry.at_most
    result: Result = "undetermined"
    if low <= lo and hi <= high:
        result = "met"
    elif hi < low or lo > high:
        result = "failed"
    seen = f"{estimate['est']:.6g}" + ("" if lo == hi else f", {lo:.6g} to {hi:.6g}")
    return Checked(result, entry.what, str(entry), seen, estimate)


def draft(analysis: Mapping[str, Any]) -> str:
    """A file of expectations that an analysis meets, to begin with: TOML.

    Bounds are the intervals of a few estimates, made wider by their own width on each side.
    """
    answer = analysis["verdict"]["verdict"]
    wanted = '["balanced", "undetermined"]' if answer == "undetermined" else f'"{answer}"'
    lines = [
        "# What this game is expected to be. `what` is that of `ludometer analyze --format csv`;",
        '# bounds are numbers, or text like "5 %" and "1pp" for shares.',
        f"verdict = {wanted}",
        f'margin = "{100 * analysis["verdict"]["margin"]:g}pp"',
        f"level = {analysis['level']:g}",
    ]
    known = dict(estimates(analysis))
    for what in DRAFTED:
        estimate = known[what]
        lo, hi = estimate["lo"], estimate["hi"]
        if lo is not None and hi is not None:
            width = hi - lo
            lines += [
                "",
                "[[expect]]",
                f'what = "{what}"',
                f"at_least = {_float(lo - width)}",
                f"at_most = {_float(hi + width)}",
            ]
    return "\n".join(lines) + "\n"


def _float(value: float) -> str:
    """A number that TOML reads as a float."""
    text = f"{value:.6g}"
    return text if set(text) & set(".e") else f"{text}.0"


def estimates(value: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every estimate of an analysis with where it stands, like ``seats.0.share``.

    Entries of lists are named by their seat, component, end and so on.
    """
    if isinstance(value, Mapping):
        if "est" in value:
            yield path, dict(value)
            return
        for key, item in value.items():
            yield from estimates(item, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from estimates(item, f"{path}.{_name(item, index)}")


def _name(item: Any, index: int) -> str:
    keys = ("seat", "component", "other", "column", "which", "end")
    names = [item[key] for key in keys if key in item] if isinstance(item, Mapping) else []
    return "-".join("all" if name is None else str(name) for name in names) or str(index)
