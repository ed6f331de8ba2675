"""Walks the engine and an oracle through the same games and compares everything both can say."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import ModuleType

    import ludometer


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


def walk(oracle: ModuleType, game: ludometer.Game, rules: Any, seed: int, deal: int) -> int:
    """Plays one game at random on both sides, comparing at every ply; returns the plies.

    The choices are Python's own, and the oracle is told what chance did: nothing of the engine's
    generator is needed.
    """
    chooser = random.Random(f"{seed}/{deal}")
    ours = game.new_state(seed=seed, deal=deal)
    theirs = oracle.parse(rules, ours.notation)
    while True:
        compare(oracle, rules, theirs, ours)
        if ours.is_terminal():
            return ours.plies
        action = chooser.choice(sorted(ours.legal_texts()))
        theirs = oracle.apply(rules, theirs, action)
        ours.apply(action)
        for outcome in ours.chance:
            theirs = oracle.apply_chance(rules, theirs, outcome)
