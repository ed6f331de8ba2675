"""All answers about one run, as plain data: what ``ludometer analyze`` prints and stores."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from ludometer.analytics.advantage import first_player_advantage
from ludometer.analytics.anytime import Anytime
from ludometer.analytics.components import (
    component_means,
    correlations,
    covariance_shares,
    flip_rates,
    seat_means,
    zero_rates,
)
from ludometer.analytics.driver import drivers
from ludometer.analytics.estimates import ESTIMATE_COLUMNS, LEVEL, share, tallied
from ludometer.analytics.handicap import handicaps
from ludometer.analytics.pace import branching, ends, facts, lengths
from ludometer.analytics.question import ALPHA, MARGIN
from ludometer.analytics.seats import (
    equality,
    mean_ranks,
    mean_scores,
    outright_wins,
    ties,
    win_shares,
)
from ludometer.analytics.strategy import strategies
from ludometer.analytics.verdicts import verdict

if TYPE_CHECKING:
    import polars as pl

    from ludometer.analytics.estimates import Source
    from ludometer.analytics.tallies import Tally

__all__ = ["analyse"]

RANDOM_PLAY = (
    "Random play is not human play: these figures say how the game treats players who choose "
    "legal actions at random."
)


def analyse(
    source: "Source",
    *,
    points: bool,
    policies: Sequence[str],
    rotated: bool = False,
    truncated: str = "include",
    margin: float = MARGIN,
    alpha: float = ALPHA,
    level: float = LEVEL,
) -> dict[str, Any]:
    """Every answer about a table a game, or a tally of one, ready for JSON.

    ``points``: whether the game has any. ``policies``: one a seat. ``truncated`` says whether the
    table has truncated games (``include``) or not (``exclude``); it is told, not applied.

    Raises DataError without games, LudometerError for a margin that cannot be used.
    """
    sums = tallied(source)
    planned = level.planned if isinstance(level, Anytime) else None
    judged = asdict(verdict(sums, margin=margin, alpha=alpha, planned=planned))
    judged["seats"] = [_keyed(row, ("seat", "judged", "p_within", "p_beyond"), "deviation")
                       for row in judged["seats"]]  # fmt: skip
    advantage = {
        row["scale"]: _estimate(row)
        for row in _rows(first_player_advantage(sums, level=level, points=points))
    }
    return {
        "games": sums.games,
        "unit": sums.unit,
        "units": sums.units,
        "level": float(level),
        "anytime": None if planned is None else {"planned": planned},
        "truncated": {"policy": truncated, "games": sums.total("truncated")},
        "verdict": judged,
        "seats": _seats(sums, policies, level, points=points),
        "equality": _equality(sums, planned),
        "ties": {row["what"]: _estimate(row) for row in _rows(ties(sums, level=level))},
        "first_player_advantage": advantage,
        "handicaps": [
            _handicap(row, level) for row in _rows(handicaps(sums, level=level, points=points))
        ],
        "pace": _pace(sums, level),
        "sources": _sources(sums, level, points=points),
        "strategies": _strategies(sums, level, points=points),
        "notes": _notes(sums, policies, rotated=rotated),
    }


def _equality(sums: "Tally", planned: int | None) -> dict[str, Any]:
    if planned is None:
        return equality(sums)._asdict()
    why = "a p-value holds for one look only"
    return {"statistic": None, "df": None, "p": None, "method": why}


def _rows(frame: "pl.LazyFrame") -> list[dict[str, Any]]:
    return frame.collect().to_dicts()


def _estimate(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: row[name] for name in ESTIMATE_COLUMNS}


def _keyed(row: Mapping[str, Any], keys: Sequence[str], name: str) -> dict[str, Any]:
    """The key columns, and the estimate under a name."""
    return {key: row[key] for key in keys} | {name: _estimate(row)}


def _seats(
    sums: "Tally", policies: Sequence[str], level: float, *, points: bool
) -> list[dict[str, Any]]:
    together = _rows(win_shares(sums, level=level, simultaneous=True))
    alone = _rows(outright_wins(sums, level=level))
    ranks = _rows(mean_ranks(sums, level=level))
    scores = _rows(mean_scores(sums, level=level))
    return [
        {
            "seat": row["seat"],
            "policy": policies[row["seat"]],
            "outright": row["outright"],
            "shared": row["shared"],
            "share": _estimate(row),
            "share_simultaneous": _estimate(together[row["seat"]]),
            "outright_share": _estimate(alone[row["seat"]]),
            "rank": _estimate(ranks[row["seat"]]),
            "score": _estimate(scores[row["seat"]]) if points else None,
        }
        for row in _rows(win_shares(sums, level=level))
    ]


def _handicap(row: Mapping[str, Any], level: float) -> dict[str, Any]:
    share = None
    if row["share"] is not None:
        share = {
            "est": row["share"],
            "lo": row["share_lo"],
            "hi": row["share_hi"],
            "level": float(level),
            "method": "wilson, effective n",
            "n": row["n"],
            "unit": "game",
        }
    found = _keyed(row, ("seat", "whole"), "points")
    return found | {"share_with_whole": share}


def _pace(sums: "Tally", level: float) -> dict[str, Any]:
    length: dict[str, Any] = {"plies": {}, "turns": {}}
    for row in _rows(lengths(sums, level=level)):
        length[row["what"]][row["stat"]] = _estimate(row)
    choice: dict[int | None, dict[str, Any]] = {}
    for row in _rows(branching(sums, level=level)):
        choice.setdefault(row["seat"], {"seat": row["seat"]})[row["what"]] = _estimate(row)
    return {
        "length": length,
        "branching": list(choice.values()),
        "ends": [_keyed(row, ("end", "games"), "share") for row in _rows(ends(sums, level=level))],
        "facts": {row["fact"]: _estimate(row) for row in _rows(facts(sums, level=level))},
    }


def _bare(name: str) -> str:
    """A component as the game calls it."""
    return name.removeprefix("c_")


def _sources(sums: "Tally", level: float, *, points: bool) -> dict[str, Any]:
    """Where points come from; in a game without points, how often a seat wins by each component."""
    found: dict[str, dict[str, Any]] = {
        name: {"component": _bare(name), "seats": []} for name in sums.components
    }
    if not points:
        for name, row in found.items():
            row["seats"] = [
                {"seat": seat, "mean": share(sums, f"{name}_{seat}", level=level)}
                for seat in range(sums.players)
            ]
        return {"components": list(found.values()), "correlations": [], "explained": None}
    for row in _rows(seat_means(sums, level=level)):
        found[row["component"]]["seats"].append(_keyed(row, ("seat",), "mean"))
    for row in _rows(component_means(sums, level=level)):
        found[row["component"]][row["who"]] = _estimate(row)
    for key, question in (
        ("score_share", covariance_shares(sums, level=level)),
        ("margin_share", covariance_shares(sums, of="margin", level=level)),
        ("flip", flip_rates(sums, level=level)),
        ("zero", zero_rates(sums, level=level)),
    ):
        for row in _rows(question):
            found[row["component"]][key] = _estimate(row)
    explained = None
    for row in _rows(drivers(sums, level=level)):
        if row["component"] == "all":
            explained = _estimate(row)
        else:
            found[row["component"]]["driver"] = _estimate(row)
    pairs = [
        {"component": _bare(row["component"]), "other": _bare(row["other"]), "r": _estimate(row)}
        for row in _rows(correlations(sums, level=level))
    ]
    return {"components": list(found.values()), "correlations": pairs, "explained": explained}


def _strategies(sums: "Tally", level: float, *, points: bool) -> list[dict[str, Any]]:
    """In a game without points a component is the win itself, so only facts are of interest."""
    keys = ("column", "which", "value", "part")
    return [
        _keyed(row, keys, "share")
        for row in _rows(strategies(sums, level=level))
        if points or not row["column"].startswith("c_")
    ]


def _notes(sums: "Tally", policies: Sequence[str], *, rotated: bool) -> list[str]:
    """What a reader must know to read the numbers right."""
    notes = []
    if len(set(policies)) > 1 and not rotated:
        notes.append(
            "Seats play different policies and none changes its seat: a difference between seats "
            "may come from the policy or from the seat."
        )
    if set(policies) == {"uniform"}:
        notes.append(RANDOM_PLAY)
    if not sums.plain:
        notes.append(
            f"Games share deals: {sums.units:,} deals are the independent units, and every "
            f"interval is taken over groups of deals."
        )
    stopped = sums.total("truncated")
    if stopped:
        notes.append(
            f"{stopped:,} of {sums.games:,} games were stopped by the ply cap; they are in every "
            f"denominator (--truncated exclude leaves them out)."
        )
    if sums.total("winnerless"):
        notes.append(
            f"{sums.total('winnerless'):,} games have no winner: they add to nobody's win share, "
            f"and count as shared by all in the verdict and the first-player advantage."
        )
    return notes
