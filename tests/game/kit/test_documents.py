"""Worlds of a small game as documents: in order, checked, with nothing in them that is not known."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from postern.game.kit.documents import WorldDocuments


@dataclass(frozen=True)
class Place:
    """A record of the world of these tests."""

    owner: str
    """Whose it is."""


@dataclass(frozen=True)
class Land:
    """The world of these tests."""

    players: tuple[str, ...]
    places: dict[str, Place]


def _ordered(land: Land) -> Land:
    return replace(land, places=dict(sorted(land.places.items())))


def _faults(land: Land) -> Iterator[str]:
    for name, place in land.places.items():
        if place.owner not in land.players:
            yield f"places.{name}.owner: there is no player {place.owner!r}"


LANDS = WorldDocuments(Land, (), _ordered, _faults)


def test_the_same_world_gives_the_same_bytes_in_whatever_order_it_was_made() -> None:
    one, other = Place("ANN"), Place("BOB")
    data = LANDS.dump(Land(("ANN", "BOB"), {"B": other, "A": one}))
    assert data == LANDS.dump(Land(("ANN", "BOB"), {"A": one, "B": other}))
    assert list(json.loads(data)["places"]) == ["A", "B"]
    assert LANDS.dump(LANDS.load(data)) == data


def test_every_thing_that_cannot_be_is_told_in_a_line() -> None:
    data = LANDS.dump(Land(("ANN",), {"B": Place("BOB"), "A": Place("CAT"), "C": Place("ANN")}))
    with pytest.raises(ValueError, match="owner") as caught:
        LANDS.load(data)
    assert str(caught.value).splitlines() == [
        "places.A.owner: there is no player 'CAT'",
        "places.B.owner: there is no player 'BOB'",
    ]


def test_a_field_that_no_record_has_is_refused() -> None:
    with pytest.raises(ValueError, match=r"places\.A\.walls: Unexpected keyword argument"):
        LANDS.load(b'{"version": 1, "players": ["ANN"], "places": {"A": {"owner": "ANN", "walls": 3}}}')


def test_the_schema_tells_of_fields_by_the_text_below_them() -> None:
    assert LANDS.schema()["$defs"]["Place"]["properties"]["owner"]["description"] == "Whose it is."
