"""Scoring balance: where points come from, and which sources decide who wins.

Components sum to the score. Each answer weighs every game the same and takes truncated games as
they stood, unless the table leaves them out. Intervals go by whole games (or deals, where games
share them), since the seats of a game depend on each other.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

from ludometer.analytics.estimates import (
    LEVEL,
    Estimate,
    deferred,
    divided,
    jackknife,
    mean,
    share,
    tallied,
)

if TYPE_CHECKING:
    import numpy as np
    import polars as pl
    from numpy.typing import NDArray

    from ludometer.analytics.estimates import Source
    from ludometer.analytics.tallies import Tally

    Floats = NDArray[np.float64]

__all__ = [
    "Of",
    "component_means",
    "correlations",
    "covariance_shares",
    "covariances",
    "flip_rates",
    "seat_means",
    "variance_shares",
    "zero_rates",
]

Of = Literal["score", "margin"]
"""What varies: a seat's score, or its distance from the mean score at its table."""


def component_means(source: "Source", *, level: float = LEVEL) -> "pl.LazyFrame":
    """Mean points of winners and of others, by component.

    Returns for each ``component`` the rows ``who``: ``winners`` (seats with a share of the win),
    ``others`` and ``difference`` (winners less others, game by game, where there are both), each
    with the estimate in points. Jackknife.
    """
    import polars as pl

    def rows() -> Iterator[tuple[dict[str, str], Estimate]]:
        sums = tallied(source)
        winners = sums.group_sums("winners")
        others = sums.players * sums.group_games - winners
        for name in sums.components:
            all_points = sum(
                (sums.group_sums(f"{name}_{seat}") for seat in range(sums.players)),
                start=0 * winners,
            )
            won = sums.group_sums(f"won_{name}")
            gap = sums.group_sums(f"gap12_{name}") / 12
            parts = {
                "winners": (won, winners),
                "others": (all_points - won, others),
                "difference": (gap, sums.group_sums("decided")),
            }
            for who, (over, under) in parts.items():
                found = jackknife(
                    sums, lambda given: divided(*given), [over, under], level=level, unit="point"
                )
                yield {"component": name, "who": who}, found

    return deferred(rows, {"component": pl.String, "who": pl.String})


def seat_means(source: "Source", *, level: float = LEVEL) -> "pl.LazyFrame":
    """Mean points of each seat by component: ``component``, ``seat``, estimate. Student's t."""
    import polars as pl

    def rows() -> Iterator[tuple[dict[str, Any], Estimate]]:
        sums = tallied(source)
        for name in sums.components:
            for seat in range(sums.players):
                key = {"component": name, "seat": seat}
                yield key, mean(sums, f"{name}_{seat}", level=level, unit="point")

    return deferred(rows, {"component": pl.String, "seat": pl.UInt8})


def covariance_shares(
    source: "Source", *, of: Of = "score", level: float = LEVEL
) -> "pl.LazyFrame":
    """How much of the variance of the score, or of the margin, each component makes.

    Cov(component, total) / Var(total): shares sum to 1; one is negative where the component works
    against the others. ``of="score"``: each seat's score about the seat's mean. ``of="margin"``:
    the distance from the mean score of the table, which is what decides.

    Returns one row a component: ``component`` and the estimate. Jackknife.
    """
    import polars as pl

    def rows() -> Iterator[tuple[dict[str, str], Estimate]]:
        sums = tallied(source)
        for index, name in enumerate(sums.components):
            yield (
                {"component": name},
                jackknife(
                    sums,
                    lambda parts, index=index: _share_of_variance(sums, parts, of, index),  # type: ignore[misc]
                    moments(sums),
                    level=level,
                    unit="share of variance",
                ),
            )

    return deferred(rows, {"component": pl.String})


def _share_of_variance(sums: "Tally", parts: "list[Floats]", of: Of, index: int) -> "Floats":
    return variance_shares(covariances(sums, parts, of))[:, index]


def variance_shares(covariance: "Floats") -> "Floats":
    """Share of each variable in the variance of their sum; NaN where that does not vary.

    ``covariance`` has the shape (cases, j, j), the result (cases, j).
    """
    return divided(covariance.sum(axis=2), covariance.sum(axis=(1, 2))[:, None])


def moments(sums: "Tally") -> "list[NDArray[Any]]":
    """Numbers of games, first moments and second moments of the Gram numbers, by group."""
    import numpy as np

    first = np.stack([sums.group_sums(name) for name in sums.gram_names], axis=1)
    return [sums.group_games, first, sums.gram]


def covariances(
    sums: "Tally", parts: "list[Floats]", of: Of, *, targets: tuple[str, ...] = ()
) -> "Floats":
    """Covariances of the components, and of ``targets`` (``share12``) after them.

    ``parts`` are :func:`moments` with the groups of interest summed and a leading axis of cases.
    Returns the shape (cases, components + targets, the same). ``score``: the mean over seats.
    ``margin``: the sum over seats of what is left after the table's mean, per k - 1.
    """
    import numpy as np

    k = sums.players
    games, first, second = parts
    names = [*sums.components, *targets]
    at = np.array([[sums.gram_names.index(f"{name}_{seat}") for seat in range(k)]
                   for name in names], dtype=np.intp).reshape(len(names), k)  # fmt: skip
    means = first[:, at] / games[:, None, None]
    joint = second[:, at[:, :, None, None], at[None, None, :, :]] / games[:, None, None, None, None]
    joint = joint - means[:, :, :, None, None] * means[:, None, None, :, :]
    weight = np.eye(k) / k if of == "score" else (np.eye(k) - 1 / k) / (k - 1)
    return np.asarray(np.einsum("cisjt,st->cij", joint, weight))


def flip_rates(source: "Source", *, level: float = LEVEL) -> "pl.LazyFrame":
    """In how many games other seats would have the most points without a component.

    The component is taken as 0 for every seat, all else as it was played; tie-breaks are not
    applied, before or after. Returns ``component`` and the estimate, a share of games (Wilson).
    """
    import polars as pl

    def rows() -> Iterator[tuple[dict[str, str], Estimate]]:
        sums = tallied(source)
        for name in sums.components:
            yield {"component": name}, share(sums, f"flip_{name}", level=level)

    return deferred(rows, {"component": pl.String})


def zero_rates(source: "Source", *, level: float = LEVEL) -> "pl.LazyFrame":
    """How often a seat has nothing of a component: ``component`` and the share of seats.

    Wilson, with the effective number of games.
    """
    import polars as pl

    def rows() -> Iterator[tuple[dict[str, str], Estimate]]:
        sums = tallied(source)
        for name in sums.components:
            yield {"component": name}, share(sums, f"zero_{name}", sums.players, level=level)

    return deferred(rows, {"component": pl.String})


def correlations(source: "Source", *, level: float = LEVEL) -> "pl.LazyFrame":
    """Correlations of the components of a seat's score, about the seat's means.

    Returns a row for each pair: ``component``, ``other`` and the estimate in [-1, 1]; without one
    where a component never varies. Jackknife.
    """
    import polars as pl

    def rows() -> Iterator[tuple[dict[str, str], Estimate]]:
        sums = tallied(source)
        for one, name in enumerate(sums.components):
            for two in range(one + 1, len(sums.components)):
                yield (
                    {"component": name, "other": sums.components[two]},
                    jackknife(
                        sums,
                        lambda parts, one=one, two=two: _correlation(sums, parts, one, two),  # type: ignore[misc]
                        moments(sums),
                        level=level,
                        unit="correlation",
                        within=(-1.0, 1.0),
                    ),
                )

    return deferred(rows, {"component": pl.String, "other": pl.String})


def _correlation(sums: "Tally", parts: "list[Floats]", one: int, two: int) -> "Floats":
    import numpy as np

    found = covariances(sums, parts, "score")
    product = np.maximum(found[:, one, one] * found[:, two, two], 0.0)
    return divided(found[:, one, two], np.sqrt(product))
