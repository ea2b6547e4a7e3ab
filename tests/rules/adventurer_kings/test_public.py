"""What those who look on are told, what is told when the game is over, and words for every event."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import postern.rulesets.adventurer_kings as package
from postern.game.kit.copying import copied
from postern.rulesets.adventurer_kings.report.public import deeds, public_report, uncovered
from postern.rulesets.adventurer_kings.report.telling import sections_of_events, tellings
from tests.rules.adventurer_kings.build import add_army, empty_world
from tests.rules.adventurer_kings.reports import event, section, view
from tests.rules.adventurer_kings.test_report import fought

NEWS = [
    event("relations", to="ABC", one="LandAA", other="LandBB", was="Neutral", now="Allied"),
    event("conquered", to="ABC", place=90, where="P90 (90)", owner="CC", before="BB"),
    event("king died", to="ABC", kingdom="CC", who=3, name="King KingCC", place=40, where="P40 (40)", how="duel", by="Grusk"),
    event(
        "leaders", to="ABC", offices=[["Imperial Grand Marshal", "Grusk", "LandBB"], ["Imperial Grand Admiral", "nobody", ""]]
    ),
]


@pytest.mark.rule("AK-D1.4-03")
def test_public_news() -> None:
    world = empty_world()
    world.turn = 4
    told = public_report(view(world), NEWS)
    news = section(told, "news").split("\n")
    assert len(news) == 3
    assert news[1:] == ["LandCC took P90 (90) from LandBB.", "King KingCC of LandCC is dead, killed by Grusk at P40 (40)."]
    assert section(told, "offices") == "Imperial Grand Marshal: Grusk (LandBB)"
    assert "B rules LandBB (BB)" in section(told, "players")
    assert "secret until the game is over" in section(told, "players")


@pytest.mark.rule("AK-D1.4-03", "AK-D1.4-04")
def test_it_is_the_same_from_every_view() -> None:
    world = empty_world()
    world.turn = 4
    add_army(world, "BB", "LE", 88)
    world.kingdoms["BB"].gold, world.kingdoms["CC"].exploration[3] = 77, 50
    reports = [public_report(view(world, code), NEWS) for code in world.kingdoms]
    assert reports[0] == reports[1] == reports[2]


def test_uncovered_everything_stands_open() -> None:
    world = empty_world()
    add_army(world, "BB", "LE", 88)
    world.offices = {"EM": 2}
    told = uncovered(world)
    assert told.standings[0].seat == "B"
    assert told.sides == {"A": "LandAA", "B": "LandBB", "C": "LandCC"}
    assert told.figures["B"] == {"provinces": 1, "tax base": 8, "armies": 1, "gold": 10}
    assert set(told.emblems) == {"A", "B", "C"}
    assert len(told.chart.areas) == 162


def test_deeds_of_a_year() -> None:
    world, events = fought()
    after = copied(world)
    after.kingdoms["CC"].given_up = True
    found = deeds(world, after, [*events, NEWS[1]])
    assert [(one.kind, one.seat, one.other) for one in found] == [("battle", "B", "A"), ("feat", "C", ""), ("fall", "C", "")]
    assert found[0].place == "83"
    assert found[0].size >= 0
    assert found[1].what == "took P90 (90) from B"


# --- words ----------------------------------------------------------------------------------------------------------------

_TELL = {"tell": 0, "announce": 0, "tell_kingdom": 1, "_tell": 1}
FOLDER = Path(package.__file__).parent


def kinds_told() -> Iterator[tuple[str, str]]:
    """Every event kind that the code tells by name, with its module."""
    for path in sorted(FOLDER.rglob("*.py")):
        if path.parts[-2] in ("report", "voice", "computer"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
                place = _TELL.get(name)
                if place is not None and len(node.args) > place:
                    kind = node.args[place]
                    if isinstance(kind, ast.Constant) and isinstance(kind.value, str):
                        yield kind.value, path.name


def test_every_event_has_words() -> None:
    told = dict(kinds_told())
    assert len(told) > 60
    wordless = {kind: where for kind, where in told.items() if kind not in tellings().kinds()}
    assert wordless == {}


def test_sections_are_those_of_events_that_are_told() -> None:
    told = {kind for kind, _ in kinds_told()} | {"battle", "chance", "order-failed", "order-note", "message"}
    strange = [kind for kind in sections_of_events() if kind not in told and kind not in tellings().kinds()]
    assert strange == []
    assert set(sections_of_events().values()) <= {"", "-", "battles", "diplomacy", "offices", "news"}
