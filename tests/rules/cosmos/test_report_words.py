"""Every event has words, and none tells a secret (CF-1.2-08, CF-18-12)."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

import postern.rulesets.cosmos as cosmos
from postern.game.events import seen
from postern.game.kit.report.telling import Mood, told_to
from postern.rulesets.cosmos.report.account import account, tellings
from tests.rules.cosmos.build import scenario_world
from tests.rules.cosmos.reports import lively, play, report_of, section, words

_TELLS = {"tell": 0, "tell_of": 1, "tell_owner": 1}
"""Where the kind stands among the arguments."""

ELSEWHERE = frozenset({"order failed", "message", "program", "turn begins", "chance", "order-failed", "order-note"})
"""Kinds of events that are told in no sentence: failed orders have a table, letters a section, programs the time line, what
was there at the beginning the front page and the resources; the last three are made by the kit for all games."""


def kinds_told() -> set[str]:
    """The kinds of events that the source tells of: by calls of ``tell``, ``tell_of`` and ``tell_owner``, and by calls of
    functions that hand their ``kind`` to them."""
    found: set[str] = set()
    for module in modules():
        handed = {"_end": 3} if any(isinstance(one, ast.FunctionDef) and one.name == "_end" for one in ast.walk(module)) else {}
        for node in ast.walk(module):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
                place = (_TELLS | handed).get(name, len(node.args))
                found |= set(constants(node.args[place])) if place < len(node.args) else set()
    return found


def modules() -> list[ast.Module]:
    """The source of the ruleset."""
    return [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(Path(cosmos.__path__[0]).rglob("*.py"))]


def constants(node: ast.AST) -> list[str]:
    """The texts that stand in a part of the source."""
    return [one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)]


def test_every_kind_that_the_source_tells_has_words() -> None:
    kinds = kinds_told()
    assert {"moved", "battle", "besieged", "siege over", "controlled", "work done", "work lost"} <= kinds
    assert kinds - tellings().kinds() - ELSEWHERE == set()
    assert not tellings().kinds() & ELSEWHERE - {"order failed"}


def test_every_sentence_is_of_an_event_that_is_told() -> None:
    assert tellings().kinds() - kinds_told() == set()


@pytest.mark.rule("CF-1.2-08", "CF-18-12")
def test_all_that_a_player_may_know_of_a_turn_is_told_in_its_phase() -> None:
    world, events = lively()
    for seat in world.seats():
        own = seen(events, seat)
        for mood in Mood:
            assert len(told_to(tellings(), own, seat, mood)) == sum(one.kind in tellings().kinds() for one in own)
    told = words(account(seen(events, "AM"), "AM"))
    seen_at = told[told.index("**Phase 1**") :]
    assert "Seen at 208: 4304(Gh) Warboss, 4312(Gh) Goblin Rabble" in seen_at
    assert "3106(Am) Captain went from 190 to 207 with 3117(Am) Light Cavalry and 3118(Am) Heavy Cavalry." in told


def test_what_a_player_is_told_stays_when_secrets_of_others_change() -> None:
    world = scenario_world()
    other = scenario_world()
    other.nations["Gh"].pool["gold"] += 12_300
    other.nations["Gh"].policies["Am"] = "ally"
    other.nations["Rc"].aliases["spy"] = 4000
    letters = {"AM": "3110:\nmove 190 191\n"}
    told = []
    for one in (world, other):
        after, events = play(one, letters)
        found = report_of(after, "AM", events)
        told.append(repr(found))
    assert told[0] == told[1]


def test_events_of_others_are_for_their_owners() -> None:
    world, events = lively()
    for event in events:
        owner = event.data.get("owner")
        if event.kind in ("program", "resources", "order failed", "recovered") and owner in world.nations:
            assert event.seen_by <= {world.nations[owner].seat}
        if event.kind == "turn begins":
            assert len(event.seen_by) == 1
    assert "turn begins" not in json.dumps(words(section(report_of(world, "AM", events), "account")))
