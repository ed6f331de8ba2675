"""The documentation says what happens: examples run, links resolve, tables are complete.

- Python blocks of a page are one program. A ``text`` block right after one is what it prints.
- Lines ``$ ludometer ...`` of console blocks are run, those of a page in one folder. ``# exit N``
  behind a command is its exit code. What follows up to the next ``$`` is its output on both
  streams; where nothing follows, the output is not looked at.
- A line ``...`` stands for any number of lines, ``...`` within a line for any text.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import ludometer
from ludometer import cli, schemas

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(
    [
        ROOT / "README.md",
        ROOT / "CHANGELOG.md",
        ROOT / "CONTRIBUTING.md",
        *ROOT.glob("docs/**/*.md"),
    ]
)
FENCE = re.compile(r"^```(\w*)$")
COMMAND = re.compile(
    r"^\$ (?P<env>(?:[A-Z_]+=\S+ )*)ludometer(?P<rest>( .*?)?)( +# exit (?P<code>\d+))?$"
)


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, the number of its first line, its lines."""

    language: str
    line: int
    lines: tuple[str, ...]
    follows: bool
    """Whether only blank lines stand between the block before and this one."""


@cache
def blocks(page: Path) -> list[Block]:
    found: list[Block] = []
    language: str | None = None
    start, between = 0, "text before the first block"
    lines: list[str] = []
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        if language is None:
            if fence := FENCE.match(line):
                language, start, lines = fence[1], number + 1, []
            else:
                assert not line.startswith("```"), f"{page.name}:{number}: unreadable fence"
                between += line.strip()
        elif line == "```":
            found.append(Block(language, start, tuple(lines), not between))
            language, between = None, ""
        else:
            lines.append(line)
    assert language is None, f"{page.name}: a block does not end"
    return found


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def with_blocks(language: str) -> list[Path]:
    return [page for page in PAGES if any(block.language == language for block in blocks(page))]


def check_output(where: str, expected: list[str], actual: str) -> None:
    """Compares trimmed lines; ``...`` is a wildcard."""
    pattern = "".join(
        r"(?:.*\n)*?"
        if line.strip() == "..."
        else re.escape(line.rstrip()).replace(r"\.\.\.", ".*") + "\n"
        for line in expected
    )
    text = "".join(f"{line.rstrip()}\n" for line in actual.strip("\n").splitlines())
    if not re.fullmatch(pattern, text):
        shown = "\n".join(expected)
        pytest.fail(f"{where} shows\n{shown}\n--- but it is\n{text}", pytrace=False)


def matches(expected: list[str], actual: str) -> bool:
    try:
        check_output("a test", expected, actual)
    except pytest.fail.Exception:
        return False
    return True


def test_output_is_compared_line_by_line_with_wildcards() -> None:
    assert matches(["a", "...", "d"], "a\nb\nc\nd\n")
    assert matches(["a", "..."], "a\n")
    assert matches(["x ... z  ", ""], "x y z\n\n") is False
    assert matches(["x ... z  "], "\nx y z\n\n")
    assert not matches(["a", "d"], "a\nb\nd\n")
    assert not matches(["a.c"], "abc\n")
    assert not matches(["a", "...", "d"], "a\nb\nc\nd e\n")


def test_blocks_are_found() -> None:
    assert len(with_blocks("python")) >= 4
    assert len(with_blocks("console")) >= 4
    for page in PAGES:
        for block in blocks(page):
            assert block.language, f"{name(page)}:{block.line}: a block without a language"


@pytest.mark.parametrize("page", with_blocks("python"), ids=name)
def test_python_blocks_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, object] = {"__name__": "example"}
    printed: str | None = None
    for block in blocks(page):
        where = f"{name(page)}:{block.line}"
        if block.language == "python":
            # Blank lines before it, so that a traceback names the line of the page.
            source = "\n" * (block.line - 1) + "\n".join(block.lines)
            stdout = StringIO()
            with redirect_stdout(stdout):
                exec(compile(source, name(page), "exec"), namespace)
            printed = stdout.getvalue()
        elif block.language == "text" and block.follows and printed is not None:
            check_output(where, list(block.lines), printed)
            printed = None
        else:
            printed = None


def commands(page: Path) -> list[tuple[str, re.Match[str], list[str]]]:
    """Place, command and shown output of each ``ludometer`` line."""
    found: list[tuple[str, re.Match[str], list[str]]] = []
    for block in blocks(page):
        if block.language != "console":
            continue
        output: list[str] = []
        for number, line in enumerate(block.lines, start=block.line):
            if not line.startswith("$ "):
                output.append(line)
                continue
            output = []
            if command := COMMAND.match(line):
                found.append((f"{name(page)}:{number}", command, output))
            else:
                assert "ludometer " not in line, f"{name(page)}:{number}: unreadable command"
    return found


def run_commands(page: Path, folder: Path) -> list[tuple[str, str, str]]:
    """Place, exit code and output of each command of a page."""
    # The page is about a plain terminal, whatever runs the tests.
    unwanted = {"COLUMNS", "FORCE_COLOR", "TTY_COMPATIBLE", "LUDOMETER_CPU", "LUDOMETER_DEBUG"}
    base = {key: value for key, value in os.environ.items() if key not in unwanted}
    ran = []
    for where, command, _ in commands(page):
        given = dict(pair.split("=", 1) for pair in command["env"].split())
        done = subprocess.run(
            [sys.executable, "-m", "ludometer", *shlex.split(command["rest"])],
            cwd=folder,
            env=base | {"PYTHONUTF8": "1", "PYTHONWARNINGS": "error"} | given,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=60,
            check=False,
        )
        ran.append((where, str(done.returncode), done.stdout))
    return ran


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, list[tuple[str, str, str]]]:
    """What the commands of each page did. Pages run side by side: most of it is start-up."""
    pages = with_blocks("console")
    folders = [tmp_path_factory.mktemp("page") for _ in pages]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(pages, pool.map(run_commands, pages, folders), strict=True))


@pytest.mark.parametrize("page", with_blocks("console"), ids=name)
def test_console_blocks_run(page: Path, ran: dict[Path, list[tuple[str, str, str]]]) -> None:
    for (where, command, expected), (_, code, output) in zip(
        commands(page), ran[page], strict=True
    ):
        assert code == (command["code"] or "0"), f"{where}\n{output}"
        assert "Traceback" not in output, f"{where}\n{output}"
        if expected:
            check_output(where, expected, output)


def slug(heading: str) -> str:
    """The anchor of a heading, as code hosts make it."""
    words = re.sub(r"[^\w\- ]", "", heading.lower())
    return words.strip().replace(" ", "-")


@cache
def prose(page: Path) -> tuple[str, ...]:
    """The lines outside of blocks."""
    kept, inside = [], False
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            inside = not inside
        elif not inside:
            kept.append(line)
    return tuple(kept)


def headings(page: Path, level: int | None = None) -> list[str]:
    found = (re.match(r"(#+) +(.*)", line) for line in prose(page))
    return [match[2] for match in found if match and level in (None, len(match[1]))]


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_resolve(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", "\n".join(prose(page))):
        if target.startswith(("https://", "mailto:")):
            continue
        path, _, anchor = target.partition("#")
        there = (page.parent / path).resolve() if path else page
        assert there.is_relative_to(ROOT), f"{name(page)}: {target} leads out of the repository"
        assert there.exists(), f"{name(page)}: {target} does not exist"
        if anchor:
            assert anchor in map(slug, headings(there)), f"{name(page)}: no heading for {target}"


def test_every_page_can_be_reached_from_the_readme() -> None:
    reached, left = set(), [ROOT / "README.md"]
    while left:
        page = left.pop()
        reached.add(page)
        for target in re.findall(r"\]\(([^)#\s]+\.md)", "\n".join(prose(page))):
            there = (page.parent / target).resolve()
            if there not in reached and there not in left:
                left.append(there)
    assert set(PAGES) <= reached, sorted(name(page) for page in set(PAGES) - reached)


def table(page: Path, heading: str) -> list[list[str]]:
    """The cells of every table row under a heading, without backticks."""
    rows: list[list[str]] = []
    under = False
    for line in prose(page):
        if line.startswith("#"):
            under = line.lstrip("# ") == heading
        elif under and line.startswith("|") and not line.startswith("|---"):
            rows.append([cell.strip().replace("`", "") for cell in line.strip("|").split("|")])
    return rows


GAMES = ludometer.games()


@pytest.mark.parametrize("facts", GAMES, ids=[facts["name"] for facts in GAMES])
def test_every_game_has_a_page_that_names_everything(facts: dict[str, Any]) -> None:
    page = ROOT / "docs" / "games" / f"{facts['name']}.md"
    assert page.is_file(), f"write {name(page)}"
    assert headings(page, 1) == [facts["title"]]
    assert {"Variants", "Known simplifications", "Behaviour versions"} <= set(headings(page, 2))
    text = page.read_text(encoding="utf-8")
    assert f"seeds/{facts['name'].replace('-', '_')}/RULES.md" in text
    components = [f"c_{part}" for part in facts["components"]]
    named = [*facts["variants"], *components, *facts["seat_facts"], *facts["game_facts"]]
    assert [word for word in named if f"`{word}`" not in text] == []


@pytest.mark.parametrize("facts", GAMES, ids=[facts["name"] for facts in GAMES])
def test_tables_of_a_game_are_complete(facts: dict[str, Any]) -> None:
    """A page may leave a table out, but not a part of one."""
    page = ROOT / "docs" / "games" / f"{facts['name']}.md"
    book = ludometer.rule_book(facts["name"])
    if ends := table(page, "End"):
        codes = {row[1]: row[0] for row in ends[1:]}
        assert codes == {str(code): end for code, end in enumerate(facts["ends"])}
    assert [row[0] for row in table(page, "Variants")[1:]] == facts["variants"]
    if fields := table(page, "Rule fields"):
        sources = {row[0]: row[-1] for row in fields[1:]}
        assert sources.keys() == {rule["key"] for rule in book["rules"]}
        assert all(rule["rule"] in sources[rule["key"]] for rule in book["rules"])
    if columns := table(page, "Columns"):
        own = [f"c_{part}" for part in facts["components"]]
        own += [f"by_{part}" for part in facts["cuts"]]
        own += [*facts["seat_facts"], *facts["game_facts"]]
        assert [row[1] for row in columns[1:]] == own


def test_column_tables_are_those_of_the_frames() -> None:
    bare: dict[str, list[str]] = {"components": [], "cuts": [], "seat_facts": [], "game_facts": []}
    frames = schemas.games_columns(bare), schemas.seats_columns(bare)
    listed = [(row[0], row[1]) for row in table(ROOT / "docs" / "datasets.md", "Columns")]
    short = {"UInt": "u", "Int": "i"}
    wanted = [
        (column, re.sub("U?Int", lambda match: short[match[0]], dtype))
        for frame in frames
        for column, dtype in frame.items()
    ]
    assert [row for row in listed if row[0] != "column"] == wanted


def test_the_exit_codes_are_those_of_the_program() -> None:
    codes = {int(row[0]) for row in table(ROOT / "README.md", "Exit codes") if row[0].isdigit()}
    names = ("OK", "FAILED", "USAGE", "INCOMPLETE", "INTERNAL", "INTERRUPTED", "TERMINATED")
    assert codes == {getattr(cli, code) for code in names}


def test_every_public_name_and_error_is_documented() -> None:
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    errors = [entry for entry in ludometer.__all__ if entry.endswith("Error")]
    for entry in [*errors, "simulate", "load", "perft", "replay", "State", "Game"]:
        assert entry in page, f"docs/python.md does not speak of {entry}"


def test_make_targets_are_documented() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):.*## ", makefile, re.MULTILINE))
    listed = {
        row[0].removeprefix("make ") for row in table(ROOT / "CONTRIBUTING.md", "Make targets")
    }
    assert targets <= listed, targets - listed


def test_pages_name_no_machine() -> None:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for word in ("/home/", "/root/", "/work/", "/tmp/", "/Users/"):
            assert word not in text, f"{name(page)} names {word}"
