"""Driver analysis: how much of who wins each source of points explains, its company considered.

A logistic regression of the win on all components does not exist: they sum to the score, and who
has the most points wins, so the components separate winners from losers without error and the
coefficients grow without bound. The Shapley value of the explained variance (Lindeman, Merenda,
Gold 1980; Groemping 2006) always exists. It differs from the covariance share where components
depend on each other: there it divides what several explain together.
"""

from collections.abc import Iterator
from math import factorial
from typing import TYPE_CHECKING

from ludometer.analytics.components import covariances, moments
from ludometer.analytics.estimates import (
    LEVEL,
    Estimate,
    deferred,
    divided,
    jackknife,
    tallied,
    unknown,
)

if TYPE_CHECKING:
    import numpy as np
    import polars as pl
    from numpy.typing import NDArray

    from ludometer.analytics.estimates import Source
    from ludometer.analytics.tallies import Tally

    Floats = NDArray[np.float64]

__all__ = ["MOST_COMPONENTS", "drivers", "explained", "shapley"]

MOST_COMPONENTS = 10
"""Every set of components is looked at: 2**10 regressions."""


def drivers(source: "Source", *, level: float = LEVEL) -> "pl.LazyFrame":
    """How much of the variance of the win share each component explains.

    Least squares of a seat's share of the win on its components, all of them as distances from the
    mean of the table. Returns one row a component, its Shapley value, and a row ``all`` with the
    sum of them: R squared, the part that points explain linearly. Jackknife. No estimates for more
    than ten components.
    """
    import polars as pl

    def rows() -> Iterator[tuple[dict[str, str], Estimate]]:
        sums = tallied(source)
        number = len(sums.components)
        for index, name in enumerate([*sums.components, "all"]):
            if number > MOST_COMPONENTS:
                why = f"Shapley: at most {MOST_COMPONENTS} components"
                found = unknown(None, sums.games, "share of variance", why)
            else:
                found = jackknife(
                    sums,
                    lambda parts, index=index: _value(sums, parts, index),  # type: ignore[misc]
                    moments(sums),
                    level=level,
                    unit="share of variance",
                )
            yield {"component": name}, found

    return deferred(rows, {"component": pl.String})


def _value(sums: "Tally", parts: "list[Floats]", index: int) -> "Floats":
    found = covariances(sums, parts, "margin", targets=("share12",))
    inner, with_target, target = found[:, :-1, :-1], found[:, :-1, -1], found[:, -1, -1]
    if index == len(sums.components):
        everything = tuple(range(len(sums.components)))
        return divided(explained(inner, with_target, everything), target)
    return divided(shapley(inner, with_target)[:, index], target)


def explained(inner: "Floats", with_target: "Floats", chosen: tuple[int, ...]) -> "Floats":
    """The variance of the target that the ``chosen`` variables explain together, in each case.

    ``inner``: covariances of the variables, shape (cases, j, j); ``with_target``: (cases, j).
    """
    import numpy as np

    if not chosen:
        return np.zeros(len(inner))
    some = np.array(chosen)
    part = with_target[:, some]
    # A component that never varies, or repeats others, explains nothing more: hence no inverse.
    solved = np.linalg.pinv(inner[:, some[:, None], some], hermitian=True) @ part[:, :, None]
    return np.asarray((part[:, None, :] @ solved)[:, 0, 0])


def shapley(inner: "Floats", with_target: "Floats") -> "Floats":
    """The Shapley value of each variable for :func:`explained`; shape (cases, j).

    The mean, over all orders in which variables can come in, of what each adds.
    """
    import numpy as np

    number = inner.shape[1]
    value = {
        chosen: explained(inner, with_target, chosen)
        for chosen in (
            tuple(index for index in range(number) if bits >> index & 1)
            for bits in range(2**number)
        )
    }
    result = np.zeros(with_target.shape)
    for chosen, without in value.items():
        weight = factorial(len(chosen)) * factorial(number - len(chosen) - 1) / factorial(
            number
        ) if len(chosen) < number else 0.0  # fmt: skip
        for index in set(range(number)) - set(chosen):
            more = tuple(sorted((*chosen, index)))
            result[:, index] += weight * (value[more] - without)
    # What rounding leaves for a component that explains nothing.
    result[np.abs(result) < 1e-12 * np.abs(result).sum(axis=1, keepdims=True)] = 0.0
    return result
