"""Walks the engine and an oracle through the same games and compares everything both can say."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import ModuleType

    import ludometer

CLOSER_LOOK = 61
"""A sparing walk compares everything at one ply in so many. A prime: all phases get there."""


def compare(oracle: ModuleType, rules: Any, theirs: Any, ours: ludometer.State) -> None:
    """The same state, seat, legal actions, end and result; the engine's caches hold."""
    ours.check()
    assert oracle.write(rules, theirs) == ours.notation
    assert oracle.turn(rules, theirs) == ours.seat
    assert sorted(oracle.legal(rules, theirs)) == sorted(ours.legal_texts())
    assert oracle.end(rules, theirs) == ours.end
    components = oracle.scores(rules, theirs)
    assert components == ours.components()
    assert [sum(parts.values()) for parts in components] == ours.scores()
    if hasattr(oracle, "observation"):
        for seat in range(ours.game.players):
            assert oracle.observation(rules, theirs, seat) == ours.observation(seat)
    if ours.is_terminal():
        assert oracle.ranks(rules, theirs) == ours.ranks()
        assert oracle.shares12(rules, theirs) == ours.shares12()


def walk(
    oracle: ModuleType,
    game: ludometer.Game,
    rules: Any,
    seed: int,
    deal: int,
    *,
    sparing: bool = False,
) -> int:
    """Plays one game at random on both sides, comparing on the way; returns the plies.

    Everything is compared at every ply. A ``sparing`` walk takes a fifth of the time: the seat to
    decide and the set of legal actions are compared at every ply, the whole position at every
    second one (even or odd ones, as the deal is) and everything else, observations and scores
    among it, at one ply in ``CLOSER_LOOK`` and at the end.

    The choices are Python's own, and the oracle is told what chance did: nothing of the engine's
    generator is needed.
    """
    chooser = random.Random(f"{seed}/{deal}")
    ours = game.new_state(seed=seed, deal=deal)
    theirs = oracle.parse(rules, ours.notation)
    after = oracle.after_legal if sparing else oracle.apply
    ply = deal
    while (seat := ours.seat) is not None:
        assert oracle.turn(rules, theirs) == seat
        legal = sorted(oracle.legal(rules, theirs))
        assert legal == sorted(ours.legal_texts())
        if not sparing or ply % CLOSER_LOOK == 0:
            compare(oracle, rules, theirs, ours)
        elif ply % 2 == 0:
            assert oracle.write(rules, theirs) == ours.notation
        action = chooser.choice(legal)
        theirs = after(rules, theirs, action)
        ours.apply(action)
        for outcome in ours.chance:
            theirs = oracle.apply_chance(rules, theirs, outcome)
        ply += 1
    compare(oracle, rules, theirs, ours)
    return ours.plies
