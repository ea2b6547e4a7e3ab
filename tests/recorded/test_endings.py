"""The end of a recorded game: its tale agrees with the worlds of the game, read as plain JSON, and its film is light."""

from __future__ import annotations

import hashlib
import io
import itertools
import json
import zipfile
import zlib
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from PIL import Image

from postern import render
from postern.desk.documents.chronicle import film_of, report_of
from postern.desk.documents.past import remembered
from postern.desk.settings.rulesets import ruleset
from postern.game.chance import Chance
from postern.game.report import Course, Graph, Maps, Report, Table, Text
from postern.game.ruleset import Signup
from tests.recorded.reading import GAMES
from tests.recorded.recording import load

pytestmark = [pytest.mark.slow, pytest.mark.sampled(1)]
PATHS = GAMES
LARGEST = 1_000_000


@cache
def played(number: int) -> tuple[bytes, tuple[Mapping[str, Any], ...]]:
    """The archive of a recorded game as the desk packs it, and its worlds as JSON."""
    recording = load(PATHS[number])
    rules, chance = ruleset(recording.slug), Chance(recording.seed)
    world: Any = rules.setup(recording.options, [Signup(name) for name in recording.seats], chance)
    worlds, runs = [rules.dump(world)], []
    for turn, orders in enumerate(recording.orders, 1):
        sheets = {seat: rules.read(text, rules.view(world, seat)) for seat, text in orders.items()}
        world = rules.resolve(world, sheets, chance).world
        worlds.append(rules.dump(world))
        run = {"turn": turn, "ran_at": "", "seed": recording.seed}
        runs.append(run | {"world_sha256": hashlib.sha256(worlds[-1]).hexdigest()})
    seats = [{"name": name, "computer": True, "state": "playing"} for name in recording.seats]
    about = {"name": "QJ-101", "ruleset": recording.slug, "reason": "", "seats": seats, "runs": runs}
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w") as files:
        files.writestr("about", json.dumps(about))
        for turn, data in enumerate(worlds, 1):
            files.writestr(f"world/{turn}", zlib.compress(data))
        for turn, orders in enumerate(recording.orders, 1):
            files.writestr(f"orders/{turn}", json.dumps(dict(orders)))
    return found.getvalue(), tuple(_plain(data) for data in worlds)


def _plain(data: bytes) -> Mapping[str, Any]:
    document = json.loads(data)
    plain: Mapping[str, Any] = document.get("world", document)
    return plain


def sections(report: Report) -> dict[str, Any]:
    return {one.key: one.blocks for one in report.sections}


def owned(world: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    return [one for one in world["provinces"].values() if one["owner"] == name]


games = pytest.mark.parametrize("number", range(len(PATHS)), ids=[path.name.removesuffix(".json.gz") for path in PATHS])


@games
def test_standings_and_figures_are_those_of_the_worlds(number: int) -> None:
    archive, worlds = played(number)
    found = sections(report_of(archive))
    last = worlds[-1]
    table: Table = found["standings"][0]
    for _, name, people, score, lands, note in table.rows:
        player = last["players"][name]
        assert (people.upper(), int(score.replace(",", ""))) == (player["people"], player["score"])
        assert int(lands) == len(owned(last, name))
        assert ("winner" in note) == (name in last["winners"])
    scores = [int(row[3].replace(",", "")) for row in table.rows]
    assert scores == sorted(scores, reverse=True) or len(last["winners"]) == 1
    graph: Graph = found["scores"][0]
    for course in graph.courses:
        assert isinstance(course, Course)
        assert course.values == tuple(world["players"][course.name]["score"] for world in worlds)
        assert course.number == list(last["players"]).index(course.name) + 1
    for stage, world in zip(remembered(archive).past.stages, worlds, strict=True):
        for name, figures in stage.figures.items():
            mine = owned(world, name)
            leaders = [one for one in world["leaders"].values() if one["owner"] == name]
            assert figures["provinces"] == stage.lands(name) == len(mine)
            assert figures["troops"] == sum(one["garrison"] for one in mine) + sum(one["troops"] for one in leaders)
            assert figures["zorans"] == sum(one["zorans"] for one in mine) + sum(one["zorans"] for one in leaders)


@games
def test_records_of_hoards_points_and_lands_are_those_of_the_worlds(number: int) -> None:
    archive, worlds = played(number)
    (table, *rest) = sections(report_of(archive))["records"]
    assert not rest, "the battles of all turns are known"
    held = {row[0]: row[1:] for row in table.rows}
    richest = max(len(owned(world, name)) for world in worlds for name in world["players"])
    who, what, turn = held["Most provinces"]
    assert what == f"{richest:,} at once"
    assert len(owned(worlds[int(turn)], who)) == richest
    gains = {
        (after["players"][name]["score"] - before["players"][name]["score"], turn, name)
        for turn, (before, after) in enumerate(itertools.pairwise(worlds), 1)
        for name in after["players"]
    }
    who, what, turn = held["Most points in a turn"]
    assert (int(what.replace(",", "")), int(turn), who) in gains
    assert int(what.replace(",", "")) == max(gain for gain, _, _ in gains)
    taken: Counter[str] = Counter()
    for before, after in itertools.pairwise(worlds):
        for name, province in after["provinces"].items():
            old, new = before["provinces"][name]["owner"], province["owner"]
            if old in after["players"] and new in after["players"] and old != new:
                taken[new] += 1
    who, what, _ = held["Most provinces taken from players"]
    assert taken[who] == int(what) == max(taken.values())


@games
def test_a_siege_of_record_stands_in_every_world_of_it(number: int) -> None:
    archive, worlds = played(number)
    held = {row[0]: row[1:] for row in sections(report_of(archive))["records"][0].rows}
    _, what, turns = held["Longest siege"]
    place, owner = what.split(",")[0], what.split("held by ")[1].split(":")[0]
    first, last = (int(turn) for turn in (turns.split("-") * 2)[:2])
    for turn in range(first, last + 1):
        province = worlds[turn]["provinces"][place]
        assert province["besieged"]
        assert province["owner"] == owner
    for turn in (first - 1, last + 1):
        if turn < len(worlds):
            province = worlds[turn]["provinces"][place]
            assert not province["besieged"] or province["owner"] != owner


@games
def test_every_seat_has_a_road_of_three_sentences(number: int) -> None:
    archive, worlds = played(number)
    roads: list[Text] = list(sections(report_of(archive))["roads"])
    names = [text.text.split()[0].strip("*") for text in roads]
    assert sorted(names) == sorted(worlds[-1]["players"])
    for text in roads:
        told = text.text.split(".** ", 1)[1]
        assert told.count(". ") == 2
        assert told.endswith(".")
    heads = [text.text.split(".** ", 1)[1] for text in roads]
    assert len(set(heads)) == len(heads)


@games
def test_the_film_has_a_frame_for_every_turn_and_is_light(number: int) -> None:
    archive, worlds = played(number)
    data = film_of(archive, LARGEST)
    assert len(data) < LARGEST
    with Image.open(io.BytesIO(data)) as film:
        assert getattr(film, "n_frames", 1) == len(worlds)
        assert film.width == 760
    small = film_of(archive, 200_000)
    assert len(small) < 220_000
    assert film_of(archive, 200_000) == small


@games
def test_the_documents_have_all_of_it(number: int) -> None:
    archive, worlds = played(number)
    report = report_of(archive)
    maps: Maps = sections(report)["maps"][0]
    last = len(worlds) - 1
    assert [chart.turn for chart in maps.charts] == [0, round(last / 3), round(last * 2 / 3), last]
    text = render.to_text(report)
    assert max(map(len, text.splitlines())) <= 72
    page = render.to_html(report, pictures={"film": "cid:film", "maps": "cid:maps", "graph": "cid:graph"})
    for title in ("Final standings", "Everybody", "Turning points", "Records", "The map through the game"):
        assert title.upper() in text
        assert title in page
    assert page.count('src="cid:') == 3
    assert render.from_json(render.to_json(report)) == report
