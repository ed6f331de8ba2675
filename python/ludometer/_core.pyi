"""The compiled core: rules, playouts and their outcomes. Importing it loads neither polars nor numpy."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Protocol, Self, final

import numpy as np
import numpy.typing as npt

__all__ = [
    "ArrowTable",
    "Batch",
    "CountError",
    "CpuError",
    "DataError",
    "Game",
    "GameOverError",
    "IllegalActionError",
    "LudometerError",
    "NotationError",
    "RulesError",
    "State",
    "Summary",
    "TapeError",
    "UnknownNameError",
    "build_info",
    "games",
    "line_up",
    "policies",
    "rule_book",
]

class LudometerError(Exception):
    """Base of every error that Ludometer raises on purpose."""

class UnknownNameError(LudometerError, ValueError):
    """No game, variant or policy has this name; the message names the nearest."""

class CountError(LudometerError, ValueError):
    """A number of players, policies, games or threads that is not possible."""

class RulesError(LudometerError, ValueError):
    """Rule values that are wrong, alone or together; the message has one line for each problem."""

class NotationError(LudometerError, ValueError):
    """Text that does not describe a state, an action or a chance outcome."""

class IllegalActionError(LudometerError, ValueError):
    """An action that is not legal in the state, which is unchanged."""

class GameOverError(LudometerError, ValueError):
    """A game that is over was asked to move."""

class TapeError(LudometerError, ValueError):
    """A perft tape that is too short."""

class CpuError(LudometerError, ValueError):
    """``LUDOMETER_CPU`` names an instruction set that does not exist here."""

class DataError(LudometerError, ValueError):
    """A frame, file or folder that is not what it should be: not the rows of a run, damaged, or of another run."""

class _ArrowStreamable(Protocol):
    """Anything that gives an Arrow C stream: a polars frame, a pyarrow table, an :class:`ArrowTable`."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

def build_info() -> dict[str, Any]:
    """What was built.

    Returns ``version`` (str), ``profile`` (``release`` or ``debug``), ``cpus`` (instruction sets of this
    machine, the slowest first), ``generator`` (version of the random numbers), ``games`` and ``policies``
    (name to behaviour version: raised exactly when some digest changes).
    """

def games() -> list[dict[str, Any]]:
    """Every game, in the order of the catalogue.

    Each has ``name`` (as typed), ``title``, ``version``, ``has_points``, ``players`` (ascending numbers over
    all variants), ``variants`` (names), ``ends`` (meaning of end codes; entry 0 is ``truncated``),
    ``components``, ``cuts``, ``seat_facts`` and ``game_facts`` (column names without prefix).
    """

def policies() -> list[dict[str, Any]]:
    """Every kind of policy: ``name``, ``form`` (how it is written), ``text`` (what it does), ``version``."""

def line_up(policies: Sequence[str], players: int) -> list[tuple[str, list[str]]]:
    """One policy a seat from one for all or one a seat: its plain form, and the kinds it consists of.

    Raises UnknownNameError, CountError.
    """

def rule_book(game: str) -> dict[str, Any]:
    """Rule fields and variants of a game.

    ``rules``: for each field ``key``, ``allowed`` (text), ``rule`` (id in RULES.md), ``status`` (``brief``,
    ``published``, ``reading`` or ``designed``), ``text``. ``variants``: ``name``, ``text``, ``players``.

    Raises UnknownNameError.
    """

@final
class Game:
    """A game with its rules fixed: what (variant, players, rules) come to.

    ``rules`` overrides single values of the variant. ``players`` may be left out: then it is the first
    number the variant takes. Raises UnknownNameError, CountError, or RulesError with all problems at once.
    """

    def __new__(
        cls,
        name: str,
        *,
        variant: str = "standard",
        players: int | None = None,
        rules: Mapping[str, bool | int | str | Sequence[str]] | None = None,
    ) -> Self: ...
    @property
    def name(self) -> str:
        """As typed: ``top-cap``."""
    @property
    def variant(self) -> str:
        """The variant that the values started from."""
    @property
    def players(self) -> int:
        """Number of seats."""
    @property
    def rules(self) -> dict[str, bool | int | str | list[str]]:
        """Every rule value."""
    @property
    def changed(self) -> dict[str, bool | int | str | list[str]]:
        """The values that differ from the variant's."""
    @property
    def rules_hash(self) -> str:
        """16 hexadecimal digits over game, players and all values (names of variants do not enter)."""
    @property
    def facts(self) -> dict[str, Any]:
        """The game's entry in :func:`games`."""
    @property
    def action_codes(self) -> int:
        """Codes of actions are below this number."""
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def new_state(self, *, seed: int = 0, deal: int = 0) -> State:
        """The state before the first ply. Chance, where the game has any, is that of game ``deal`` of ``seed``."""
    def parse_state(self, text: str, *, seed: int = 0, deal: int = 0) -> State:
        """The state that ``text`` (see ``State.notation``) describes. Raises NotationError."""
    def batch(
        self,
        first: int,
        last: int,
        *,
        seed: int,
        policies: Sequence[str] | None = None,
        threads: int = 0,
        chunk: int = 10_000,
        rows: bool = True,
        progress: Callable[[int], object] | None = None,
    ) -> Batch:
        """Plays games ``first`` to ``last - 1`` of the run of ``seed``.

        Game *i* depends on nothing but the rules, the policies, the seed and *i*. ``policies`` holds one
        name for all seats or one a seat; left out, all are ``uniform``. ``threads`` 0 means all cores. ``progress`` is called from this
        thread a few times a second with the number of games played so far. The GIL is released. An
        exception from ``progress``, or Ctrl-C, stops the batch after the chunks under way and is raised.
        ``LUDOMETER_CPU`` forces an instruction set.

        Raises CountError (an empty range, a chunk of 0, too many threads), UnknownNameError, CpuError.
        """
    def record(
        self, game: int, *, seed: int, policies: Sequence[str] | None = None
    ) -> dict[str, Any]:
        """Plays one game of the run again and records it.

        Returns ``steps`` (each: ``seat`` from 0, or None for chance; ``action``; ``code``; ``legal``, the
        number of legal actions; ``state`` before the step), ``end_state``, ``end`` (name), ``plies``,
        ``turns``, ``scores``, ``ranks``, ``shares12`` (one a seat), ``components`` (a dict a seat), and
        ``digest`` (the 32 bits that the games frame stores).
        """
    def empty_summary(self) -> Summary:
        """The summary of no game, to merge into."""
    def summarize(self, games: _ArrowStreamable, seats: _ArrowStreamable) -> Summary:
        """The summary of stored rows: frames as :class:`Batch` gives them, or as read back from Parquet.

        Raises DataError if columns are missing or of another type, or seats do not belong to the games.
        """

@final
class Batch:
    """A played range of games."""

    @property
    def games(self) -> ArrowTable:
        """One row a game; empty if rows were not asked for."""
    @property
    def seats(self) -> ArrowTable:
        """One row a seat of a game, seat 0 first; empty if rows were not asked for."""
    @property
    def summary(self) -> Summary:
        """Sums over the games."""

@final
class ArrowTable:
    """Columns in Arrow memory. ``pl.DataFrame(table)`` takes them without a copy."""

    @property
    def column_names(self) -> list[str]:
        """Names, in order."""
    def __len__(self) -> int: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """A capsule ``arrow_array_stream``; may be asked for more than once."""

@final
class Summary:
    """Exact integer sums over games; any split of a run merges to the same summary."""

    @property
    def games(self) -> int:
        """Number of games."""
    @property
    def digest(self) -> str:
        """16 hexadecimal digits; equal for equal rows, however the run was split."""
    def merge(self, other: Summary) -> None:
        """Adds the sums of other games of the same run. Raises DataError if they are of other rules."""
    def to_dict(self) -> dict[str, Any]:
        """All sums as plain data.

        ``games``; ``ends`` (end name to games); ``lengths`` (entry n: games of n plies); ``turns`` and
        ``plies`` (each ``sum``, ``sum_squares``, ``min``, ``max``; the last two None without games); ``facts``
        (game fact to sum); ``digest``; ``seats``: for each seat ``wins`` (alone), ``shared``, ``share12``
        (twelfths), ``score`` (moments as above), ``columns`` (seat column to sum), ``plies``, ``choices``
        (plies with at least two legal actions), ``branching`` (sum of the numbers of legal actions).
        """

@final
class State:
    """A game under way, for people and learners. Every door is checked; chance resolves itself after an action."""

    @staticmethod
    def new(
        game: str,
        *,
        variant: str = "standard",
        players: int | None = None,
        rules: Mapping[str, bool | int | str | Sequence[str]] | None = None,
        seed: int = 0,
        deal: int = 0,
    ) -> State:
        """``Game(game, ...).new_state(...)`` in one call."""
    @property
    def game(self) -> Game:
        """The game with its rules."""
    @property
    def seat(self) -> int | None:
        """The seat that decides, from 0; None once the game is over."""
    @property
    def plies(self) -> int:
        """Decisions made."""
    @property
    def notation(self) -> str:
        """The state on one line; ``Game.parse_state`` reads it."""
    @property
    def end(self) -> str | None:
        """How the game ended; None while it runs."""
    def is_terminal(self) -> bool:
        """Whether the game is over."""
    def legal_actions(self) -> list[int]:
        """Codes of the legal actions, ascending; empty once the game is over."""
    def legal_texts(self) -> list[str]:
        """The legal actions as a person types them, in the order of :meth:`legal_actions`."""
    def legal_mask(self) -> npt.NDArray[np.bool_]:
        """``mask[code]`` is True for legal actions; shape ``(game.action_codes,)``."""
    def action_text(self, code: int) -> str:
        """The text of a legal action. Raises IllegalActionError, GameOverError."""
    def action_code(self, text: str) -> int:
        """The code of a legal action. Raises IllegalActionError, GameOverError."""
    def apply(self, action: int | str) -> None:
        """Plays an action, by code or text.

        Raises IllegalActionError or GameOverError; the state is then unchanged.
        """
    def scores(self) -> list[int]:
        """Points as they stand, one a seat. A game without points scores a win as 1."""
    def components(self) -> list[dict[str, int]]:
        """The components of each score; they sum to it."""
    def ranks(self) -> list[int]:
        """Places, from 1; tied seats share a place."""
    def shares12(self) -> list[int]:
        """Shares of the win in twelfths, one a seat."""
    def observation(self, seat: int) -> str:
        """What a seat may know, on one line. Raises CountError for a seat the game does not have."""
    @property
    def chance(self) -> list[str]:
        """What chance did since the last action, in order; at first, since the state was made."""
    def determinize(self, seat: int, *, seed: int) -> State:
        """A copy in which everything that ``seat`` cannot know is dealt anew, as is the chance to come.

        Each full state that agrees with ``observation(seat)`` is as likely as the hidden cards make it.
        Raises CountError for a seat the game does not have.
        """
    def clone(self) -> State:
        """A copy that goes its own way, with the same chance to come."""
    def perft(self, depth: int, *, tape: Sequence[str] | None = None) -> list[int]:
        """Numbers of decision sequences of length 1 to ``depth``; chance is answered from ``tape``.

        Raises TapeError, NotationError, CountError.
        """
    def divide(self, depth: int, *, tape: Sequence[str] | None = None) -> dict[str, int]:
        """The count for ``depth`` by first action. Raises as :meth:`perft`."""
    def check(self) -> None:
        """Recomputes cached fields and conservation laws. Raises DataError if one does not hold (a bug)."""
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: object) -> State: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __eq__(self, value: object, /) -> bool:
        """Same rules, position and chance to come. A state changes, so it has no hash; use its notation."""
    __hash__: ClassVar[None]  # type: ignore[assignment]
