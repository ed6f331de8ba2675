"""What-ifs: rule sets to compare with a base, found or asked for, and played on the same deals."""

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ludometer._core import Game, LudometerError, RulesError, rule_book
from ludometer.analytics.hypotheses import benjamini_hochberg
from ludometer.simulation import Progress, play_rows
from ludometer.spec import Spec, make_spec
from ludometer.summary import LEVEL

if TYPE_CHECKING:
    from ludometer.analytics.pairs import PairTally, Side

__all__ = ["Arm", "compare", "readings", "variants", "varied"]

BLOCK = 25_000
"""Games of each arm in memory at a time."""
FALSE_SHARE = 0.05
"""Share of false alarms among the differences that are called real."""


@dataclass(frozen=True, slots=True)
class Arm:
    """A rule set beside the base, and what people call it."""

    label: str
    game: Game


def varied(base: Game, key: str, values: Sequence[Any]) -> tuple[list[Arm], list[str]]:
    """One arm for each value of a rule, the others as in ``base``; and notes about those left out.

    Raises RulesError with all problems at once.
    """
    arms, notes, problems = [], [], []
    for value in values:
        label = f"{key}={_text(value)}"
        try:
            game = _with(base, {key: value})
        except LudometerError as error:
            problems.append(f"{label}: {error}")
            continue
        if game.rules_hash == base.rules_hash:
            notes.append(f"{label} is what the base has")
        else:
            arms.append(Arm(label, game))
    if problems:
        raise RulesError("\n".join(problems))
    return arms, notes


def variants(base: Game, names: Iterable[str]) -> tuple[list[Arm], list[str]]:
    """One arm for each named variant, with the rules that were changed in ``base`` changed too.

    Raises UnknownNameError, RulesError, CountError.
    """
    arms, notes = [], []
    for name in names:
        game = Game(base.name, variant=name, players=base.players, rules=dict(base.changed))
        if game.rules_hash == base.rules_hash:
            notes.append(f"variant {name} is what the base has")
        else:
            arms.append(Arm(f"variant {name}", game))
    return arms, notes


def readings(base: Game) -> tuple[list[Arm], list[str]]:
    """Every switch of a game, each other value as one arm, and notes about those left out.

    A switch is a rule with few values: yes or no, or one of a list. Values that cannot stand alone
    (other rules would have to change with them) are left out.
    """
    arms, notes = [], []
    for rule in rule_book(base.name)["rules"]:
        for value in _values(rule["allowed"]):
            label = f"{rule['key']}={_text(value)}"
            try:
                game = _with(base, {rule["key"]: value})
            except LudometerError as error:
                notes.append(f"{label} does not stand alone: {str(error).splitlines()[0]}")
                continue
            if game.rules_hash != base.rules_hash:
                arms.append(Arm(label, game))
    return arms, notes


def _values(allowed: str) -> list[Any]:
    """The values of a rule, from its entry in the rule book; none for numbers and lists."""
    if allowed == "true or false":
        return [False, True]
    if not allowed.startswith("one of "):
        return []
    values: list[Any] = tomllib.loads(f"v = [{allowed.removeprefix('one of ')}]")["v"]
    return values


def _with(base: Game, changes: Mapping[str, Any]) -> Game:
    rules = {**base.changed, **changes}
    return Game(base.name, variant=base.variant, players=base.players, rules=rules)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def compare(
    spec: Spec,
    arms: Sequence[Arm],
    games: int,
    *,
    level: float = LEVEL,
    threads: int = 0,
    chunk: int = 10_000,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Plays games 0 to ``games - 1`` under the base and under every arm, on the same deals.

    Returns plain data: ``base`` and ``arms``, each arm with ``label``, ``rules`` that are changed,
    ``digest``, ``differing`` (share of games that take another course) and ``metrics`` (``base``,
    ``variant``, ``difference``, ``factor``, ``p``, ``q``). The q-values control the share of false
    alarms over all metrics of all arms together (Benjamini & Hochberg 1995).
    ``progress`` gets the number of games played under all rule sets together.
    """
    specs = [spec, *(make_spec(arm.game, seed=spec.seed, policy=spec.policies) for arm in arms)]
    digests = [one.game.empty_summary() for one in specs]
    totals: list[PairTally | None] = [None] * len(arms)
    done = 0

    def step(current: Callable[[int], object] | None) -> Progress | None:
        return None if current is None else lambda number: current(done + number)

    with ThreadPoolExecutor(1, thread_name_prefix="ludometer-tally") as pool:
        for first in range(0, games, BLOCK):
            last = min(first + BLOCK, games)
            jobs = []
            for one, digest in zip(specs, digests, strict=True):
                batch = play_rows(
                    one, first, last, threads=threads, chunk=chunk, progress=step(progress)
                )
                digest.merge(batch.summary)
                done += last - first
                # One rule set is counted while the next is played.
                jobs.append(pool.submit(_side, one, batch))
            base, *others = [job.result() for job in jobs]
            totals = [
                _added(total, base, other) for total, other in zip(totals, others, strict=True)
            ]
    found = [
        _arm(arm, digest.digest, total, level)
        for arm, digest, total in zip(arms, digests[1:], totals, strict=True)
        if total is not None
    ]
    _false_discoveries(found)
    return {"games": games, "level": level, "digest": digests[0].digest, "arms": found}


def _side(spec: Spec, batch: Any) -> "Side":
    import polars as pl

    from ludometer.analytics.pairs import side
    from ludometer.analytics.runs import batch_table

    digest = pl.DataFrame(batch.games)["digest"].to_numpy()
    rows = batch_table(spec, batch)
    return side(rows, points=spec.game.facts["has_points"], digest=digest)


def _added(total: "PairTally | None", base: "Side", other: "Side") -> "PairTally":
    from ludometer.analytics.pairs import PairTally

    part = PairTally.of(base, other)
    return part if total is None else total.merge(part)


def _arm(arm: Arm, digest: str, total: "PairTally", level: float) -> dict[str, Any]:
    from ludometer.analytics.pairs import differing, pair_rows

    metrics = []
    for key, estimate in pair_rows(total, level=level):
        sides = {
            name: {
                "est": key[name],
                "lo": key[f"{name}_lo"],
                "hi": key[f"{name}_hi"],
                "level": level,
                "method": estimate["method"].removeprefix("paired "),
                "n": estimate["n"],
                "unit": estimate["unit"],
            }
            for name in ("base", "variant")
        }
        metrics.append({
            "metric": key["metric"],
            **sides,
            "difference": estimate,
            "factor": key["factor"],
            "p": key["p"],
            "q": None,
        })  # fmt: skip
    return {
        "label": arm.label,
        "variant": arm.game.variant,
        "changed": arm.game.changed,
        "rules_hash": arm.game.rules_hash,
        "digest": digest,
        "differing": differing(total, level=level),
        "metrics": metrics,
    }


def _false_discoveries(arms: list[dict[str, Any]]) -> None:
    """Fills in q-values over everything that was tested."""
    tested = [metric for arm in arms for metric in arm["metrics"] if metric["p"] is not None]
    for metric, q in zip(
        tested, benjamini_hochberg([metric["p"] for metric in tested]), strict=True
    ):
        metric["q"] = q
