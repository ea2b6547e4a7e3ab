"""HELP for a unit, place or figure of one's own: a few lines from one's own view, in every game; nothing of anybody else's."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from email.message import EmailMessage

import pytest

from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.desk.games.due import run_due
from postern.game.kit.report.own import about_own
from postern.game.report import Column, Section, Table
from tests.desk.box import Box, text_of
from tests.desk.playing import game_of

ANN = "ann@a.example"


def flat(letter: EmailMessage) -> str:
    return " ".join(text_of(letter).split())


def great_jewels(view: object) -> tuple[dict[str, str], list[str]]:
    leaders, provinces, others = view.leaders, view.provinces, view.terrain_map  # type: ignore[attr-defined]
    number, province = next(iter(leaders)), next(iter(provinces))
    foreign = [name for name in others if name not in provinces and all(one.province != name for one in leaders.values())]
    return {f"l{number}": "troops", province: "garrison"}, [foreign[0], "Q99"]


def cosmos(view: object) -> tuple[dict[str, str], list[str]]:
    world, code = view.world, view.code  # type: ignore[attr-defined]
    unit = next(one for one in world.units.values() if one.owner == code)
    location = next(one for one in world.locations.values() if one.owner == code)
    held = {one.position for one in world.units.values() if one.owner == code}
    foreign = [number for number in world.hexes if str(number) not in held]
    return {str(unit.id): "strength", str(location.id): "location", unit.position: "At "}, [str(foreign[0]), "99999"]


def alamaze(view: object) -> tuple[dict[str, str], list[str]]:
    world, kingdom = view.world, view.kingdom  # type: ignore[attr-defined]
    group = next(one.id for one in world.groups.values() if one.kingdom == kingdom.code and one.area)
    center = next(one.area for one in world.centers_of(kingdom.code))
    figure = next(iter(kingdom.figures.values()))
    foreign = next(one.area for one in world.centers.values() if one.owner != kingdom.code)
    return {group: "Size", center: "defense", figure.code: "base", figure.name: "code"}, [foreign, "9ZZ"]


def adventurer_kings(view: object) -> tuple[dict[str, str], list[str]]:
    world, code, own = view.world, view.code, view.own  # type: ignore[attr-defined]
    army = next(one.id for one in world.armies.values() if one.owner == code)
    home = world.kingdoms[code].home
    foreign = next(number for number, one in world.provinces.items() if one.owner != code and number not in world.armies)
    told = {
        own[0].name: "levels",
        f"char {own[-1].id}": "nature",
        world.provinces[home].name: "terrain",
        str(army): "quality",
    }
    return told, [str(foreign), "999"]


@pytest.mark.parametrize(
    ("words", "pick"),
    [
        ("PRACTICE GREAT JEWELS", great_jewels),
        ("PRACTICE COSMOS", cosmos),
        ("PRACTICE ALAMAZE", alamaze),
        ("PRACTICE ADVENTURER KINGS", adventurer_kings),
    ],
)
def test_what_is_ones_own_is_told_in_a_few_lines(
    desk: Desk, box: Box, workers: Workers, words: str, pick: Callable[[object], tuple[dict[str, str], list[str]]]
) -> None:
    practice = desk.config.practice.model_copy(
        update={"rulesets": ("great_jewels", "cosmos", "alamaze_classic", "adventurer_kings")}
    )
    desk.config = desk.config.model_copy(update={"practice": practice})
    box.send(ANN, f"{words}\nNAME=ANNA")
    asyncio.run(run_due(desk, workers))
    (report,) = box.news()
    game = desk.store.write_now(game_of, "PRACTICE-1")
    own, foreign = pick(desk.store.write_now(lambda session: desk.cache.view(session, game, "ANNA")))
    for word, told in own.items():
        (answer,) = box.reply(report, f"HELP {word}")
        assert f"Of yours: {word.upper()}".casefold() in flat(answer).casefold(), word
        assert told in flat(answer), word
        assert len(text_of(answer).splitlines()) < 60, "a few lines, and the receipt"
    for word in foreign:
        (answer,) = box.reply(report, f"HELP {word}")
        assert "Of yours" not in flat(answer), word


def test_an_ordinary_topic_and_a_game_that_has_not_begun_are_as_before(desk: Desk, box: Box, report: EmailMessage) -> None:
    (answer,) = box.reply(report, "HELP guess")
    assert "Of yours" not in flat(answer)
    assert "GUESSING" in flat(answer)


def test_rows_are_found_by_their_names_and_never_by_an_amount() -> None:
    columns = (Column("Leader"), Column("In"), Column("Troops", number=True), Column("Notes", wide=True))
    table = Table(columns, (("L12", "B4", "7", "home"), ("L7", "C5", "12", "B4")), caption="Your leaders")
    sections = [Section("own", "Own", (table,))]

    def lines(word: str) -> list[str]:
        found = about_own(sections, word)
        return found.body.splitlines() if found is not None else []

    assert lines("l12") == ["- L12; in B4; troops 7; notes home"]
    assert lines("b4") == ["- L12; in B4; troops 7; notes home"]
    assert lines("12") == lines("7") == lines("L1") == lines("home") == []
