"""Is the game balanced? An answer with a stated margin, by equivalence testing.

With enough games every difference is significant. So the question is not whether seats differ but
whether they differ by more than a margin that matters. *Balanced*: every seat's share lies within
the margin of an equal one, shown by two one-sided tests (Schuirmann 1987; Lakens 2017).
*Unbalanced*: some seat's share lies beyond it. *Undetermined*: these games show neither.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from ludometer.analytics.advantage import moved
from ludometer.analytics.anytime import Anytime
from ludometer.analytics.estimates import Estimate, deferred, share, share_spread, tallied
from ludometer.analytics.hypotheses import exact_p, outside_p, score_error, within_p
from ludometer.analytics.planning import POWER, games_for_balance, games_for_imbalance
from ludometer.analytics.question import ALPHA, MARGIN, check_margin
from ludometer.arguments import MAX_GAMES

if TYPE_CHECKING:
    import polars as pl

    from ludometer.analytics.estimates import Source, Spread
    from ludometer.analytics.tallies import Tally

__all__ = ["Verdict", "deviations", "verdict"]

Answer = Literal["balanced", "unbalanced", "undetermined"]


@dataclass(frozen=True)
class Verdict:
    """One answer for all seats."""

    verdict: Answer
    sentence: str
    """The answer in plain words, with the seat that matters most and its interval."""
    margin: float
    alpha: float
    """Chance of a wrong *balanced*, and of a wrong *unbalanced*, each at most this."""
    seats: list[dict[str, Any]]
    """Rows of :func:`deviations`."""
    games_needed: int | None
    """Of an undetermined verdict: about how many games would settle it; None if no number would."""


def deviations(
    source: "Source",
    *,
    margin: float = MARGIN,
    alpha: float = ALPHA,
    planned: int | None = None,
) -> "pl.LazyFrame":
    """Each seat's win share less an equal share 1/k, judged against ``margin``.

    Returns one row a seat: ``seat``, ``judged`` (``within``, ``beyond``, ``unclear``),
    ``p_within`` (of the two one-sided tests), ``p_beyond``, then the estimate with its interval of
    level 1 - 2 alpha, the one that equivalence is read from. ``beyond`` is read from an interval
    corrected for the number of seats (with two seats there is one difference, nothing to correct).
    A game that nobody won counts as shared by all.

    ``planned`` says that the games were looked at again and again, and how many were planned:
    intervals are then those of a confidence sequence of level 1 - alpha, and there are no p-values.

    Raises LudometerError for a margin or alpha that cannot be used.
    """
    import polars as pl

    check_margin(margin, alpha)

    def rows() -> Iterator[tuple[dict[str, Any], Estimate]]:
        sums = tallied(source)
        for seat in range(sums.players):
            yield _judged(sums, seat, margin, alpha, planned)

    keys = {
        "seat": pl.UInt8, "judged": pl.String, "p_within": pl.Float64, "p_beyond": pl.Float64
    }  # fmt: skip
    return deferred(rows, keys)


def _judged(
    sums: "Tally", seat: int, margin: float, alpha: float, planned: int | None
) -> tuple[dict[str, Any], Estimate]:
    name, k = f"even12_{seat}", sums.players
    equal = 1 / k
    tests = 1 if k == 2 else k
    level, stricter = 1 - 2 * alpha, 1 - 2 * alpha / tests
    if planned is not None:
        # A sequence is not known to err alike on both sides: so alpha for both together.
        level = Anytime(1 - alpha, planned)
        stricter = level.of(tests)
    pair = share(sums, name, 12, level=level)
    strict = share(sums, name, 12, level=stricter)
    estimate = moved(pair, lambda value: value - equal)
    judged = "unclear"
    if sums.total("winnerless") < sums.games:
        if _bound(pair, "lo") > equal - margin and _bound(pair, "hi") < equal + margin:
            judged = "within"
        elif _bound(strict, "lo") > equal + margin or _bound(strict, "hi") < equal - margin:
            judged = "beyond"
    if planned is not None:
        return {"seat": seat, "judged": judged, "p_within": None, "p_beyond": None}, estimate
    spread = share_spread(sums, name, 12)
    centre = spread.mean - equal
    # The variance is taken at the margin, as Wilson's interval has it: so p and interval agree.
    high, low = (score_error(equal + side, spread.effective) for side in (margin, -margin))
    beyond = min(1.0, tests * outside_p(centre, high if centre > 0 else low, margin))
    within = within_p(centre, low, high, margin)
    if pair["method"] == "clopper-pearson":
        wins = sums.total(name) // 12
        within, beyond = exact_p(wins, sums.games, equal - margin, equal + margin)
        beyond = min(1.0, tests * beyond)
    return {"seat": seat, "judged": judged, "p_within": within, "p_beyond": beyond}, estimate


def _bound(estimate: Estimate, key: Literal["lo", "hi"]) -> float:
    value = estimate[key]
    assert value is not None  # a share of at least one game always has bounds
    return value


def verdict(
    source: "Source",
    *,
    margin: float = MARGIN,
    alpha: float = ALPHA,
    planned: int | None = None,
) -> Verdict:
    """The answer for all seats together, from :func:`deviations`.

    *Balanced* needs every seat within the margin, *unbalanced* one seat beyond it. Either is wrong
    with a chance of at most ``alpha``, at all looks together if ``planned`` is given.
    Raises LudometerError for a margin or alpha that cannot be used.
    """
    check_margin(margin, alpha)
    sums = tallied(source)
    rows = deviations(sums, margin=margin, alpha=alpha, planned=planned).collect().to_dicts()
    judged = [row["judged"] for row in rows]
    if "beyond" in judged:
        answer: Answer = "unbalanced"
    else:
        answer = "balanced" if set(judged) == {"within"} else "undetermined"
    needed = _games_needed(sums, margin, alpha) if answer == "undetermined" else None
    sentence = _sentence(sums, rows, answer, margin, needed)
    return Verdict(answer, sentence, margin, alpha, rows, needed)


def _games_needed(sums: "Tally", margin: float, alpha: float) -> int | None:
    """About how many games settle it with a power of 80 %, if shares are as they look now."""
    if sums.total("winnerless") == sums.games:
        return None
    spreads = [share_spread(sums, f"even12_{seat}", 12) for seat in range(sums.players)]
    gaps = [abs(spread.mean - 1 / sums.players) - margin for spread in spreads]
    # One seat beyond the margin is enough; if none seems so, all must be shown within.
    worst = max(range(sums.players), key=gaps.__getitem__)
    seats = [worst] if gaps[worst] > 0 else range(sums.players)
    needed = max(_needed(spreads[seat], 1 / sums.players, margin, alpha) for seat in seats)
    return max(needed, sums.games + 1)


def _needed(spread: "Spread", equal: float, margin: float, alpha: float) -> int:
    variance = spread.design * spread.mean * (1 - spread.mean)
    truth = spread.mean - equal
    plan = games_for_balance if abs(truth) < margin else games_for_imbalance
    return plan(variance, margin, truth=truth, alpha=alpha, power=POWER)


def _sentence(
    sums: "Tally", rows: list[dict[str, Any]], answer: Answer, margin: float, needed: int | None
) -> str:
    worst = max(rows, key=_size)
    if answer == "unbalanced":
        # The seat that is beyond, not only the one that looks worst.
        worst = max((row for row in rows if row["judged"] == "beyond"), key=_size)
    equal = f"{100 / sums.players:.3g} %"
    size = _pp(margin, sign=False)
    seen = (
        f"seat {worst['seat'] + 1} {_pp(worst['est'])}, {100 * worst['level']:g} % interval "
        f"{_pp(worst['lo'])} to {_pp(worst['hi'])}"
    )
    if sums.total("winnerless") == sums.games:
        return "Undetermined: no game had a winner, so there is nothing to compare."
    if answer == "balanced":
        return f"Balanced: every seat wins within {size} of {equal} (largest difference: {seen})."
    if answer == "unbalanced":
        what = "more" if worst["est"] > 0 else "less"
        return (
            f"Unbalanced: seat {worst['seat'] + 1} wins {what} than {equal} by over {size} "
            f"({seen})."
        )
    more = "" if needed is None else f"; about {_round_up(needed):,} games would settle it"
    if needed is not None and needed >= MAX_GAMES:
        more = "; it is too close to the margin for any number of games"
    return (
        f"Undetermined: {sums.games:,} games do not show whether every seat is within {size} of "
        f"{equal} ({seen}){more}."
    )


def _size(row: dict[str, Any]) -> float:
    # Rounded, so that of two seats that mirror each other the first is named.
    return round(abs(float(row["est"])), 12)


def _pp(value: float, *, sign: bool = True) -> str:
    """Percentage points, with as many decimals as tell it from 0."""
    points = 100 * value
    digits = 2 if abs(points) >= 0.1 else 3
    text = f"{points:+.{digits}f}" if sign else f"{points:g}"
    return f"{text} pp"


def _round_up(number: int) -> int:
    """Two figures are all that such a forecast can bear."""
    scale = int(10 ** max(0, len(str(number)) - 2))
    return -(-number // scale) * scale
