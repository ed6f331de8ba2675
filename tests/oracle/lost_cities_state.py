"""Oracle of Lost Cities, its material: cards, rule values and the table they lie on.

A card is its name (``R10``, ``Rx``); hands, rows, piles and the deck are lists of names.
Ids such as LC-12 refer to ``seeds/lost_cities/RULES.md``.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

Rules = dict[str, Any]
Rows = dict[str, list[str]]  # by colour: the cards of a row or a pile, the first placed first
Tally = dict[str, int]  # components, points by colour and facts of one seat
Part = TypeVar("Part")

VARIANTS = Path(__file__).resolve().parents[2] / "seeds" / "lost_cities" / "variants.toml"
LETTERS = "RGBWYP"
SEATS = (0, 1)
COMPONENTS = ("numbers", "costs", "wagers", "bonus")
FACTS = ("opened", "wagers_played", "pile_draws")
STARTERS = ("leader", "alternate", "first")
MEMORIES = ("all", "top")
LIMITS = {
    "colours": (1, 6),
    "low": (1, 15),
    "high": (1, 15),
    "wagers": (0, 6),
    "hand_size": (1, 35),
    "cost": (0, 50),
    "bonus_threshold": (1, 12),
    "bonus_points": (0, 50),
    "rounds": (1, 9),
    "max_plies": (1, 60000),
}
CHOICES: dict[str, tuple[Any, ...]] = {
    "bonus_counts_wagers": (True, False),
    "round_starter": STARTERS,
    "take_back": (True, False),
    "pile_memory": MEMORIES,
}


@dataclass(slots=True)
class State:
    """All that changes in a game. Never altered: ``apply`` and ``apply_chance`` return another,
    which shares with it the parts that stay as they are.

    ``phase`` says what ``seat`` has to do: ``place`` a card, ``draw`` (take) one, or, by chance,
    wait for a card of the ``deck`` or of the ``deal``. ``closed`` is the pile LC-12 forbids.
    """

    hands: list[list[str]]
    rows: list[Rows]
    piles: Rows
    known: list[list[str]]  # cards in the hand of a seat that the other seat knows (LC-23)
    deck: list[str]  # the undrawn cards, sorted: no order of drawing
    seat: int
    phase: str
    closed: str | None
    taken: list[int]  # cards taken from piles in this round
    plies: int  # of this round
    starter: int  # who began this round
    round: int
    past: list[Tally]  # what the earlier rounds gave each seat


# --- cards -------------------------------------------------------------------------------------


def colours(rules: Rules) -> str:
    """LC-01: the letters of the colours in the game."""
    return LETTERS[: rules["colours"]]


def colour(card: str) -> str:
    """The colour of a card."""
    return card[0]


def is_wager(card: str) -> bool:
    """Whether a card is a wager and not a number."""
    return card[1:] == "x"


def value(card: str) -> int:
    """The value of a number."""
    return int(card[1:])


def all_cards(rules: Rules) -> list[str]:
    """LC-01: every card of the game, equal ones repeated."""
    cards = []
    for letter in colours(rules):
        cards += [f"{letter}x"] * rules["wagers"]
        cards += [f"{letter}{n}" for n in range(rules["low"], rules["high"] + 1)]
    return cards


@cache
def place_in_order(card: str) -> tuple[int, int]:
    """Where a card stands among others: by colour, wagers first, then numbers upwards."""
    return LETTERS.index(colour(card)), 0 if is_wager(card) else value(card)


def in_order(cards: list[str]) -> list[str]:
    """Cards as they are written."""
    return sorted(cards, key=place_in_order)


def other(seat: int) -> int:
    """The seat on the other side of the table."""
    return 1 - seat


# --- rules and set-up --------------------------------------------------------------------------


def load_rules(variant: str, players: int = 2, overrides: dict[str, Any] | None = None) -> Rules:
    """The rule values of a named variant, those of its bases below them, overrides on top."""
    with VARIANTS.open("rb") as file:
        table = tomllib.load(file)
    if variant not in table:
        raise ValueError(f"no variant {variant!r}; there are: {', '.join(table)}")
    if players not in table[variant]["players"]:
        raise ValueError(f"variant {variant!r} is not for {players} players")

    lineage = [variant]
    while (base := table[lineage[-1]].get("base")) is not None:
        if base in lineage or base not in table:
            raise ValueError(f"variant {lineage[-1]!r} has the impossible base {base!r}")
        lineage.append(base)

    rules: Rules = {}
    for layer in [table[v].get("rules", {}) for v in reversed(lineage)] + [overrides or {}]:
        for key, given in layer.items():
            rules[key] = given[str(players)] if isinstance(given, dict) else given
    if problems := rule_problems(rules):
        raise ValueError("; ".join(problems))
    return rules


def rule_problems(rules: Rules) -> list[str]:
    """Why no game can be played with these values; empty if one can."""
    if odd := sorted(set(rules) ^ (set(LIMITS) | set(CHOICES))):
        return [f"unknown or missing rules: {', '.join(odd)}"]
    problems = []
    for key, (least, most) in LIMITS.items():
        if type(rules[key]) is not int or not least <= rules[key] <= most:
            problems.append(f"{key} {rules[key]!r} is not {least} to {most}")
    for key, allowed in CHOICES.items():
        if not any(rules[key] is a or (rules[key] == a and type(a) is str) for a in allowed):
            problems.append(f"{key} {rules[key]!r} is none of {', '.join(map(str, allowed))}")
    if problems:
        return problems

    each = rules["high"] - rules["low"] + 1 + rules["wagers"]
    if rules["high"] < rules["low"]:
        problems.append(f"high {rules['high']} is below low {rules['low']}")
    if each > 12:
        problems.append(f"a colour has {each} cards, not at most 12")
    if 2 * rules["hand_size"] >= len(all_cards(rules)):
        problems.append(f"hand_size {rules['hand_size']} leaves no card in the deck")
    if rules["rounds"] * rules["max_plies"] > 60000:
        problems.append("rounds times max_plies is more than 60000")
    return problems


def start(rules: Rules) -> State:
    """LC-02: the game before the deal; seat 1 begins."""
    return new_round(rules, 0, 1, [no_past(rules), no_past(rules)])


def no_past(rules: Rules) -> Tally:
    """What a seat has before the first round: nothing."""
    return dict.fromkeys((*COMPONENTS, *colours(rules), *FACTS), 0)


def new_round(rules: Rules, starter: int, number: int, past: list[Tally]) -> State:
    """LC-02, LC-20: all cards in the deck, the first of them due to the seat that begins."""
    return State(
        hands=[[], []],
        rows=[{c: [] for c in colours(rules)} for _ in SEATS],
        piles={c: [] for c in colours(rules)},
        known=[[], []],
        deck=in_order(all_cards(rules)),
        seat=starter,
        phase="deal",
        closed=None,
        taken=[0, 0],
        plies=0,
        starter=starter,
        round=number,
        past=past,
    )


def copy(state: State) -> State:
    """A state that can be given other parts; they are shared, so replace them, never alter them."""
    return State(
        state.hands,
        state.rows,
        state.piles,
        state.known,
        state.deck,
        state.seat,
        state.phase,
        state.closed,
        state.taken,
        state.plies,
        state.starter,
        state.round,
        state.past,
    )


def replaced(parts: list[Part], seat: int, part: Part) -> list[Part]:
    """The parts of both seats, with another one for one seat."""
    return [part, parts[1]] if seat == 0 else [parts[0], part]


def without(cards: list[str], card: str) -> list[str]:
    """Cards with one less of a kind, in the same order."""
    left = list(cards)
    left.remove(card)
    return left
