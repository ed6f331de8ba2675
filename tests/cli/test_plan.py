"""``plan``, and ``balance --until``."""

import json
import shlex
from typing import Any

import pytest

from shared import Cli

UNTIL = ("balance", "top-cap", "--until", "half_width<2pp", "--seed", "7")


def parsed(text: str) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(text)
    return body


def test_a_plan_has_the_published_numbers(cli: Cli) -> None:
    ran = cli("plan")
    assert ran.code == 0
    for number in ("960,365", "19,620", "21,410"):
        assert number in ran.out
    four = cli("plan", "-p", "4", "--sd", "12", "--half-width", "1pp").out
    for number in ("7,203", "55,318"):
        assert number in four
    assert max(map(len, four.splitlines())) <= 80
    rows = parsed(cli("plan", "--design", "3.2", "--json").out)["plan"]
    assert rows[0]["games"] == round(3.2 * 960_365)
    assert rows[0]["looking"] > rows[0]["games"]


def test_a_plan_for_games_at_hand_takes_their_spread(cli: Cli) -> None:
    cli("simulate", "lost-cities", "-n", "2000", "--seed", "7", "-o", "run")
    ran = cli("plan", "run")
    assert "2,000 games can show" in ran.out
    assert "half width of a mean score" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80
    body = parsed(cli("plan", "run", "--json").out)
    assert body["games"] == 2000
    # Ties make shares vary a little less than coins.
    assert 0.95 < body["design"] < 1
    analysis = parsed(cli("analyze", "run", "--json").out)["analysis"]
    half = body["shown"][0]["value"]
    share = analysis["seats"][0]["share"]
    assert half == pytest.approx((share["hi"] - share["lo"]) / 2, rel=0.01)
    score = analysis["seats"][0]["score"]
    assert body["shown"][3]["value"] == pytest.approx((score["hi"] - score["lo"]) / 2, rel=0.01)
    cli("simulate", "top-cap", "-n", "500", "--seed", "7", "-o", "pointless")
    assert "score" not in cli("plan", "pointless").out


def test_a_run_stops_and_tells_how_to_have_it_again(cli: Cli) -> None:
    ran = cli(*UNTIL)
    assert ran.code == 0
    text = ran.out.replace("\n", " ")
    assert "until half_width<2pp: reached after" in text
    assert "a p-value holds for one look only" in text
    body = parsed(cli(*UNTIL, "--json").out)
    until = body["until"]
    assert until["reached"]
    again = parsed(cli(*shlex.split(until["command"])[1:], "--json").out)
    assert again["analysis"] == body["analysis"]
    assert again["digest"] == body["digest"]
    assert again["games"] == body["games"]
    assert f"the same again: {until['command']}" in text


def test_a_goal_that_is_out_of_reach_is_inconclusive(cli: Cli) -> None:
    ran = cli("balance", "top-cap", "--until", "half_width<0.01pp", "-n", "1500", "--seed", "7")
    assert ran.code == 3
    assert "not reached after 1,500 games" in ran.out
    options = ("--set", "directions=4", "--truncated", "exclude", "--margin", "0.5pp")
    odd = cli("balance", "top-cap", "--until", "verdict", "-n", "1100", *options, "--json", "-q")
    body = parsed(odd.out)
    command = shlex.split(body["until"]["command"])
    for words in (["--set", "directions=4"], ["--truncated", "exclude"], ["--margin", "0.5pp"]):
        assert any(command[at : at + 2] == words for at in range(len(command)))
    assert parsed(cli(*command[1:], "--json").out)["analysis"] == body["analysis"]


def test_stored_games_can_be_looked_at_again_and_again(cli: Cli) -> None:
    cli("simulate", "top-cap", "-n", "3000", "--seed", "7", "-o", "run")
    once = parsed(cli("analyze", "run", "--json").out)["analysis"]
    often = parsed(cli("analyze", "run", "--anytime", "10_000", "--json").out)["analysis"]
    assert once["anytime"] is None
    assert often["anytime"] == {"planned": 10_000}
    one, two = (found["seats"][0]["share"] for found in (once, often))
    assert two["hi"] - two["lo"] > 1.4 * (one["hi"] - one["lo"])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["balance", "top-cap", "--until", "soon"], ["--until", "`soon`", "half_width<0.1pp"]),
        (["balance", "top-cap", "--until", "half_width<0pp"], ["half_width<0pp"]),
        (["balance", "top-cap", "--anytime", "0"], ["--anytime"]),
        (["plan", "--half-width", "1"], ["--half-width", "`1`"]),
        (["plan", "--half-width", "0pp"], ["--half-width", "above 0"]),
        (["plan", "--difference", "x"], ["--difference"]),
        (["plan", "--margin", "0pp"], ["margin"]),
        (["plan", "--power", "1"], ["--power", "0.05 to 0.999"]),
        (["plan", "--sd", "-3"], ["--sd", "`-3`"]),
        (["plan", "--points", "much"], ["--points", "`much`"]),
        (["plan", "--design", "0"], ["--design"]),
        (["plan", "-p", "5"], ["-p/--players", "2 to 4"]),
        (["plan", "nowhere"], ["nowhere", "not a run folder"]),
    ],
)
def test_what_is_refused(cli: Cli, arguments: list[str], words: list[str]) -> None:
    cli.refuses(*arguments, saying=words)
