"""A progress bar on stderr, where somebody watches it."""

import sys
from types import TracebackType
from typing import TYPE_CHECKING

from ludometer._core import Summary
from ludometer.summary import Estimate, proportion

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from ludometer.analytics.tallies import Tally

__all__ = ["Meter"]


def _share(share: Estimate) -> str:
    return f"seat 1: {100 * (share['lo'] or 0):.2f} - {100 * (share['hi'] or 0):.2f} %"


class Meter:
    """Shows games done, rate, time left and how seat 1 fares; silent if stderr is no terminal.

    Use it as a context manager; give ``games`` and ``sums`` to whatever plays.
    """

    def __init__(self, total: int | None, *, quiet: bool) -> None:
        self._total = total
        self._visible = not quiet and sys.stderr.isatty()
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> "Meter":
        if self._visible:
            self._start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def games(self, done: int) -> None:
        """Takes the number of games done."""
        if self._bar is not None and self._task is not None:
            task = self._bar.tasks[0]
            # Games found in the folder were not played now: they must not count for the rate.
            if task.total is not None and not task.started:
                self._bar.start_task(self._task)
            self._bar.update(self._task, completed=done)
            speed = task.speed
            rate = "" if speed is None else f"{speed:,.0f}/s"
            self._bar.update(self._task, rate=rate)

    def sums(self, sums: Summary) -> None:
        """Takes the sums so far."""
        if self._bar is not None and self._task is not None:
            seat = sums.to_dict()["seats"][0]
            share = proportion(seat["share12"] / 12, sums.games)
            self._bar.update(self._task, share=_share(share))

    def tally(self, tally: "Tally") -> None:
        """Takes the tally so far of games that are looked at."""
        if self._bar is not None and self._task is not None:
            share = proportion(tally.total("share12_0") / 12, tally.games)
            self._bar.update(self._task, share=_share(share))

    def _start(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        self._bar = Progress(
            BarColumn(bar_width=20),
            TextColumn("{task.completed:,.0f} of {task.total:,.0f} games"),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
            TextColumn("{task.fields[share]}"),
            console=Console(stderr=True),
            transient=True,
        )
        self._task = self._bar.add_task("", total=self._total, rate="", share="", start=False)
        self._bar.start()
