"""``world.json``: canonical, documented by its schema, and checked with clear errors."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from postern.game.chance import Chance
from postern.game.ruleset import Signup
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.world.document import dump, load, schema
from postern.rulesets.great_jewels.world.records import World
from tests.rules.great_jewels.build import land, leader


@pytest.fixture(scope="module")
def played() -> World:
    world = RULESET.setup({}, [Signup(name) for name in ("AAA", "BBB", "CCC", "DDD")], Chance("document"))
    return RULESET.resolve(world, {}, Chance("document")).world


def test_what_is_dumped_loads_to_the_same_world_and_the_same_bytes(played: World) -> None:
    data = dump(played)
    assert load(data) == played
    assert dump(load(data)) == data


def test_the_order_in_which_records_were_made_does_not_show(played: World) -> None:
    data = dump(played)
    shuffled = load(data)
    shuffled.leaders = dict(reversed(shuffled.leaders.items()))
    shuffled.talismans = dict(reversed(shuffled.talismans.items()))
    shuffled.provinces = dict(reversed(shuffled.provinces.items()))
    assert dump(shuffled) == data


def test_seat_order_is_kept(played: World) -> None:
    turned = load(dump(played))
    turned.players = dict(reversed(turned.players.items()))
    assert list(load(dump(turned)).players) == ["DDD", "CCC", "BBB", "AAA"]


def test_the_schema_describes_the_document(played: World) -> None:
    document = json.loads(dump(played))
    jsonschema.validate(document, schema())
    document["provinces"]["J10"]["garrison"] = "many"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, schema())


def test_the_schema_says_of_each_field_what_it_is() -> None:
    records = {"World": schema(), **schema()["$defs"]}
    fields = {f"{name}.{key}": field for name, one in records.items() for key, field in one.get("properties", {}).items()}
    assert len(fields) > 100
    assert [name for name, field in fields.items() if not field.get("description")] == []


def changed(path: str, value: Any) -> bytes:
    """The document of a small world with one value set; a path like ``provinces.J10.owner``."""
    world = land()
    leader(world, 13, "AAA", "J10", troops=3)
    document = json.loads(dump(world))
    *way, last = path.split(".")
    place = document
    for key in way:
        place = place[key]
    place[last] = value
    return json.dumps(document).encode()


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("provinces.J10.owner", "NOBODY", "provinces.J10.owner: there is no player 'NOBODY'"),
        ("provinces.J10.garrison", -3, "provinces.J10.garrison: needs 0 or more, is -3"),
        ("provinces.J10.terrain", "X", "provinces.J10.terrain: Input should be 'C', 'M', 'F' or 'I'"),
        ("provinces.J10.garison", 5, "provinces.J10.garison: "),
        ("provinces.B4.turns_owned", 6, "provinces.B4.turns_owned: needs 1 to 5 in an owned province, is 6"),
        ("provinces.J10.tunnels", ["J11"], "provinces.J10.tunnels: 'J11' has no tunnel back to J10"),
        ("provinces.J10.name", "J11", "provinces.J10.name: is 'J11', needs 'J10'"),
        ("leaders.13.province", "Z9", "leaders.13.province: there is no province 'Z9'"),
        ("leaders.13.owner", "XXX", "leaders.13.owner: there is no player 'XXX'"),
        ("leaders.13.troops", "three", "leaders.13.troops: Input should be a valid integer"),
        ("leaders.13.zorans", -1, "leaders.13.zorans: needs 0 or more, is -1"),
        ("next_leader", 13, "next_leader: is 13, needs more than the highest leader number 13"),
        ("talismans.45.leader", 99, "talismans.45.leader: there is no leader 99"),
        ("talismans.45.province", "Z9", "talismans.45.province: there is no province 'Z9'"),
        ("players.AAA.allies", ["AAA"], "players.AAA.allies: 'AAA' is not another player"),
        ("players.AAA.home", "A1", "players.AAA.home: there is no province 'A1'"),
        ("players.AAA.people", "ELF", "players.AAA.people: "),
        ("drevonyxes", [{"size": 0, "province": "Z9"}], "drevonyxes.0.province: there is no province 'Z9'"),
        ("winners", ["XXX"], "winners: there is no player 'XXX'"),
    ],
)
def test_every_fault_is_named_with_its_place(path: str, value: Any, words: str) -> None:
    with pytest.raises(ValueError, match=r"\S") as error:
        load(changed(path, value))
    assert words in str(error.value)


def test_a_leader_without_troops_with_zorans_and_a_talisman_in_two_places() -> None:
    world = land()
    leader(world, 13, "AAA", "J10", zorans=4)
    world.talismans[45].leader, world.talismans[45].province = 13, "J10"
    with pytest.raises(ValueError, match="can carry talismans only") as error:
        load(dump(world))
    assert "talismans.45: is with leader 13 and in J10" in str(error.value)


def test_what_is_no_document_is_refused() -> None:
    with pytest.raises(ValueError, match="the document"):
        load(b"not json")
    with pytest.raises(ValueError, match="players"):
        load(b"{}")


def test_a_missing_province_or_talisman_is_named() -> None:
    world = land()
    del world.provinces["J10"]
    del world.talismans[7]
    with pytest.raises(ValueError, match="provinces: J10 is missing") as error:
        load(dump(world))
    assert "talismans: T7 is missing" in str(error.value)
