"""Tables a game and their tallies: exact, however they are cut; wrong tables are refused."""

from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludometer
from ludometer import DataError
from ludometer.analytics import Tally, per_game, tally
from ludometer.analytics import tallies as module
from ludometer.analytics.estimates import mean, share
from shared.frames import frames, wins


def same(one: Tally, two: Tally) -> bool:
    return bool(
        one.names == two.names
        and (one.sums == two.sums).all()
        and (one.gram == two.gram).all()
        and one.squares == two.squares
        and (one.group_games == two.group_games).all()
        and {end: list(games) for end, games in one.ends.items()}
        == {end: list(games) for end, games in two.ends.items()}
        and all(
            histogram.low == two.histograms[name].low
            and list(histogram.counts) == list(two.histograms[name].counts)
            for name, histogram in one.histograms.items()
        )
        and all(
            (strata.seats == two.strata[name].seats).all()
            and (strata.share12 == two.strata[name].share12).all()
            for name, strata in one.strata.items()
        )
    )


def of_run(game: str, games: int, **rules: Any) -> pl.DataFrame:
    run = ludometer.simulate(game, games=games, seed=7, rules=rules or None)
    return per_game(run.games, run.seats).collect()


def test_a_row_a_game_has_the_columns_of_each_seat() -> None:
    run = ludometer.simulate("lost-cities", games=50, seed=7)
    table = per_game(run.games.lazy(), run.seats.lazy()).collect()
    assert table.height == 50
    assert table["score_1"].to_list() == run.seats.filter(pl.col("seat") == 1)["score"].to_list()
    assert table["c_numbers_0"].dtype == pl.Int16
    assert table["plies"].to_list() == run.games["plies"].to_list()
    assert table["complete"].all()
    assert not table["truncated"].any()
    assert not {"digest", "game_0", "seat_1", "winner_mask"} & set(table.columns)


def test_stored_codes_and_words_give_the_same_table() -> None:
    run = ludometer.simulate("top-cap", games=300, seed=7, rules={"max_plies": 20})
    people = per_game(run.games, run.seats).collect()
    arrow = [pl.DataFrame(run.arrow(name)) for name in ("games", "seats")]
    stored = per_game(*arrow).collect()
    assert people["truncated"].to_list() == stored["truncated"].to_list()
    assert people["truncated"].sum() > 0
    assert same(tally(people.drop("end", "policy_0", "policy_1").with_columns(
        end=stored["end"])), tally(stored))  # fmt: skip
    left = per_game(run.games, run.seats, truncated="exclude").collect()
    assert left.height == 300 - people["truncated"].sum()


@settings(max_examples=25, deadline=None)
@given(
    st.integers(2, 4).flatmap(
        lambda k: st.lists(st.lists(st.integers(-5, 5), min_size=k, max_size=k), min_size=1)
    ),
    st.integers(1, 20),
)
def test_any_cut_has_the_same_tally(scores: list[list[int]], size: int) -> None:
    table = per_game(*frames(scores)).collect()
    whole = Tally.of(table)
    parts = [Tally.of(part) for part in table.iter_slices(size)]
    total = parts[-1]
    for part in parts[:-1]:
        total = part.merge(total)
    assert same(total, whole)
    assert same(tally(table.lazy()), whole)


def naive(scores: list[list[int]], parts: list[list[int]]) -> dict[str, int]:
    """Numbers of games with two components, counted the slow way: the second is ``parts``."""
    counted: dict[str, int] = {}

    def count(name: str, number: int) -> None:
        counted[name] = counted.get(name, 0) + number

    for game, part in zip(scores, parts, strict=True):
        best = max(game)
        winners = [seat for seat, score in enumerate(game) if score == best]
        k = len(game)
        count("tie", len(winners) > 1)
        count("decided", len(winners) < k)
        count("winners", len(winners))
        count("lead", best - sorted(game)[-2])
        without = [score - own for score, own in zip(game, part, strict=True)]
        top = [seat for seat in range(k) if without[seat] == max(without)]
        count("flip_c_b", top != winners)
        count("zero_c_b", part.count(0))
        ours = [part[seat] for seat in winners]
        theirs = [part[seat] for seat in range(k) if seat not in winners]
        count("won_c_b", sum(ours))
        if theirs:
            count("gap12_c_b", 12 // len(ours) * sum(ours) - 12 // len(theirs) * sum(theirs))
        for seat in range(k):
            won = seat in winners
            count(f"share12_{seat}", 12 // len(winners) if won else 0)
            count(f"outright_{seat}", winners == [seat])
            count(f"shared_{seat}", won and len(winners) > 1)
            better = sum(score > game[seat] for score in game)
            level = game.count(game[seat])
            count(f"rank2_{seat}", 2 * better + level + 1)
    return counted


@settings(max_examples=50, deadline=None)
@given(st.data())
def test_numbers_are_those_counted_by_hand(data: st.DataObject) -> None:
    k = data.draw(st.integers(2, 4))
    row = st.lists(st.integers(-3, 3), min_size=k, max_size=k)
    games = data.draw(st.lists(st.tuples(row, row), min_size=1, max_size=12))
    first = np.array([one for one, _ in games])
    second = np.array([two for _, two in games])
    scores = first + second
    made = frames(scores, components={"c_a": first, "c_b": second})
    found = tally(per_game(*made))
    for name, number in naive(scores.tolist(), second.tolist()).items():
        assert found.total(name) == number, name
    assert found.total("unsummed") == 0
    assert sum(found.total(f"rank2_{seat}") for seat in range(k)) == len(games) * k * (k + 1)
    gram = found.gram.sum(axis=0)
    one, two = (found.gram_names.index(name) for name in ("c_a_0", f"c_b_{k - 1}"))
    assert gram[one, two] == (first[:, 0] * second[:, k - 1]).sum()


def test_games_without_a_winner_are_shared_by_all_where_seats_are_compared() -> None:
    made = frames([[0, 0, 0], [3, 1, 0]], share12=[[0, 0, 0], [12, 0, 0]], end=[0, 1])
    found = tally(per_game(*made))
    assert [found.total(f"share12_{seat}") for seat in range(3)] == [12, 0, 0]
    assert [found.total(f"even12_{seat}") for seat in range(3)] == [16, 4, 4]
    assert found.total("winnerless") == 1
    assert found.total("truncated") == 1


def test_sums_of_large_numbers_do_not_cancel() -> None:
    huge = [10**9 + 4, 10**9 + 7, 10**9 + 13, 10**9 + 16]
    found = tally(per_game(*frames([[1, 0]] * 4, game_facts={"huge": huge})))
    estimate = mean(found, "fact_huge", unit="x")
    assert estimate["est"] == 10**9 + 10
    assert estimate["hi"] is not None
    # The variance is 30 exactly; t with 3 degrees of freedom.
    assert estimate["hi"] - estimate["est"] == pytest.approx(3.182446305 * (30 / 4) ** 0.5)
    with pytest.raises(KeyError):
        mean(found, "plies_0", unit="ply")


def test_strategies_are_read_from_the_first_games(monkeypatch: pytest.MonkeyPatch) -> None:
    table = of_run("lost-cities", 400)
    monkeypatch.setattr(module, "STRATA_GAMES", 100)
    found = tally(table.lazy())
    assert found.games == 400
    assert found.strata["opened"].seats.sum() == 200
    assert found.columns == tally(table.head(100)).columns
    whole = Tally.of(table)
    assert (found.sums == whole.sums).all()
    assert (found.gram == whole.gram).all()


def test_deals_that_games_share_are_counted() -> None:
    found = tally(per_game(*frames([[1, 0]] * 6, deal=[3, 3, 103, 103, 5, 5])))
    assert (found.games, found.units, found.unit, found.plain) == (6, 3, "deal", False)
    # 3 and 103 fall into the same group.
    assert found.group_games[3] == 4
    plain = tally(per_game(*wins(3, 3)))
    assert (plain.units, plain.unit) == (6, "game")


def test_frames_that_do_not_belong_together_are_refused() -> None:
    games, seats = wins(30, 30)
    wrong = {
        "lacks a seat": (games, seats.filter((pl.col("game") != 17) | (pl.col("seat") != 1))),
        "of another length": (games, seats.head(118)),
        "one seat twice": (games, pl.concat([seats.head(61), seats.slice(60)])),
    }
    for made in wrong.values():
        with pytest.raises(DataError, match="game"):
            tally(per_game(*made))
    with pytest.raises(DataError, match="order"):
        tally(per_game(games.reverse(), seats))
    with pytest.raises(DataError, match=r"order|begin"):
        tally(per_game(games, seats.reverse()))


def test_what_is_no_run_is_refused() -> None:
    games, seats = wins(3, 3)
    with pytest.raises(DataError, match="columns missing: plies, turns"):
        per_game(games.drop("plies", "turns"), seats)
    with pytest.raises(DataError, match="columns missing: share12"):
        per_game(games, seats.drop("share12"))
    with pytest.raises(DataError, match="no games"):
        per_game(games.head(0), seats.head(0))
    with pytest.raises(DataError, match="1 seats"):
        per_game(games, seats.filter(pl.col("seat") == 0))
    with pytest.raises(DataError, match="no table a game"):
        tally(games)
    with pytest.raises(DataError, match="`drop` is unknown"):
        per_game(games, seats, truncated="drop")  # type: ignore[arg-type]


def test_tallies_of_other_games_do_not_add_up() -> None:
    with pytest.raises(DataError, match="another game"):
        tally(per_game(*wins(3, 3))).merge(tally(per_game(*wins(3, 3, 3))))


def test_all_truncated_leaves_nothing_or_says_so() -> None:
    made = frames([[0, 0]] * 5, end=[0] * 5)
    with pytest.raises(DataError, match="no games"):
        tally(per_game(*made, truncated="exclude"))
    assert share(tally(per_game(*made)), "truncated")["est"] == 1.0
