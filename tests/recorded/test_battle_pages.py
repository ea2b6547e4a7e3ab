"""Battle pages of recorded games, read against the events of their turns: exact, complete, and no word that was not told."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from postern.game.battle import BattlePage
from postern.game.chance import Chance
from postern.game.events import Event, seen
from postern.game.report import Battle, Bullets, Report
from postern.game.ruleset import Signup
from postern.render import from_json, to_json, to_pdf, to_text
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.report.front.news import MOST_PAGES
from tests.recorded.recording import load, stored

GAMES = [path for path in stored() if path.name.startswith("great_jewels")]
FEW = 9
"""How far the pages are read in each test run; to the end under the marker ``slow``."""
Told = tuple[str, Report, Sequence[Event]]


def reports(path: Path, turns: int) -> Iterator[Told]:
    """Each seat's reports of a recorded game with the events that it may be told."""
    recording = load(path)
    chance = Chance(recording.seed)
    world: Any = RULESET.setup(recording.options, [Signup(name) for name in recording.seats], chance)
    for orders in recording.orders[:turns]:
        sheets = {seat: RULESET.read(text, RULESET.view(world, seat)) for seat, text in sorted(orders.items())}
        active = RULESET.active(world)
        outcome = RULESET.resolve(world, sheets, chance)
        world = outcome.world
        for seat in active:
            events = seen(outcome.events, seat)
            yield seat, RULESET.report(RULESET.view(world, seat), events), events


@pytest.fixture(scope="module")
def told() -> list[Told]:
    return list(reports(GAMES[0], FEW))


def pages(report: Report) -> list[BattlePage]:
    return [block for part in report.sections for block in part.blocks if isinstance(block, BattlePage)]


def boxes(report: Report) -> list[Battle]:
    return [block for part in report.sections if part.key == "account" for block in part.blocks if isinstance(block, Battle)]


def scouted(report: Report) -> set[str]:
    """The provinces of the battles that are told in one line, for scouts alone fell."""
    lines = [item for part in report.sections for block in part.blocks if isinstance(block, Bullets) for item in block.items]
    return {
        place for line in lines if line.startswith("Scouts fell: ") for place in re.findall(r" in (?:province )?(\w+)", line)
    }


def battles(events: Sequence[Event], seat: str) -> list[Event]:
    return [one for one in events if one.kind == "battle" and any(row["owner"] == seat for row in one.data["forces"])]


def force_of(name: str, place: str) -> str:
    return f"G{place}" if name == "Garrison" else f"G{name.rsplit(' ', 1)[-1]}" if name.startswith("Garrison") else name


def event_of(page: BattlePage, fought: Sequence[Event]) -> Event:
    names = {force_of(unit.name, page.place) for host in page.hosts for unit in host.units}
    (event,) = [
        one for one in fought if one.data["place"] == page.place and {row["force"] for row in one.data["forces"]} == names
    ]
    return event


def check(seat: str, report: Report, events: Sequence[Event]) -> int:
    """Holds all pages of a report against the battles that its seat was told of; gives how many there were."""
    fought = battles(events, seat)
    found = pages(report)
    assert len(found) + len(boxes(report)) + len(scouted(report)) == len(fought), "each battle is told once"
    assert len(found) <= MOST_PAGES
    for page in found:
        _agrees(page, event_of(page, fought), events)
    return len(found)


def _agrees(page: BattlePage, event: Event, events: Sequence[Event]) -> None:
    rows = {row["force"]: row for row in event.data["forces"]}
    for host in page.hosts:
        for unit in host.units:
            row = rows[force_of(unit.name, page.place)]
            assert unit.before == row.get("troops")
            assert unit.gone == row["destroyed"]
            if "troops" in row:
                assert unit.after == row["troops"] - row["lost"] + row.get("risen", 0)
            else:
                assert not re.search(r"\d+ AF|DF \d|bonus", unit.text), "what is hidden stays hidden"
            assert (f"{row['dealt']} AF" in unit.text) or not row.get("dealt"), unit
            assert ("DF" in unit.text) == ("defence" in row)
    targets = {(source, force_of(blow.target, page.place)) for blow in page.blows for source in blow.sources if not blow.answer}
    assert targets == {(_name(name, page.place), target) for name, row in rows.items() for target in row["targets"]}
    measures = {one.name: one for one in page.measures}
    for name, fact in (("Troops", "troops"), ("Troops lost", "lost"), ("Attack factors", "dealt")):
        known = [row[fact] for row in rows.values() if fact in row]
        sides = (measures[name].ours, measures[name].theirs)
        if len(known) == len(rows):
            assert sides[0] is not None
            assert sides[1] is not None
            assert sides[0] + sides[1] == sum(known)
        else:
            assert None in sides, "nothing is guessed of what the reader did not see"
    _says_only_what_it_was_told(page, events)
    for ours, told in ((True, r"lost (?:all )?(\d+|no|an)\b"), (False, r"the others (?:all )?(\d+|no|an)\b")):
        names = [force_of(unit.name, page.place) for host in page.hosts for unit in host.units if host.ours == ours]
        lost = [rows[name].get("lost") for name in names]
        expected = "an" if None in lost else str(sum(one or 0 for one in lost) or "no")
        (said,) = re.findall(told, page.tale)
        assert said == expected, page.tale


def _name(force: str, place: str) -> str:
    return force if force[0] == "L" else "Garrison" if force == f"G{place}" else f"Garrison of {force[1:]}"


def _says_only_what_it_was_told(page: BattlePage, events: Sequence[Event]) -> None:
    """Each leader, talisman and player on the page stands in an event of this seat, and each number of blows and losses too."""
    words = " ".join([page.tale, page.turned, *page.losses, *page.booty, *page.followed, *(blow.text for blow in page.blows)])
    facts = repr([one.data for one in events])
    for leader in re.findall(r"\bL(\d+)\b", words.replace(page.place, "")):
        assert re.search(rf"\bL?{leader}\b", facts), (leader, words)
    for talisman in re.findall(r"\bT(\d+)\b", words):
        assert re.search(rf"\bT?{talisman}\b", facts), (talisman, words)
    for owner in {host.name for host in page.hosts} - {"neutral", "guardians"}:
        assert owner in facts
    rows = event_of(page, [one for one in events if one.kind == "battle"]).data["forces"]
    numbers = {row[fact] for row in rows for fact in ("troops", "lost") if fact in row}
    for lost, had in re.findall(r"(\d+) of (\d+) troops? fell", " ".join(blow.text for blow in page.blows)):
        assert {int(lost), int(had)} <= numbers, page.blows


def test_battle_pages_agree_with_the_events_of_their_turns(told: list[Told]) -> None:
    assert sum(check(seat, report, events) for seat, report, events in told) >= 20


@pytest.mark.slow
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name.removesuffix(".json.gz"))
def test_all_battle_pages_agree_with_the_events_of_their_turns(path: Path) -> None:
    assert sum(check(seat, report, events) for seat, report, events in reports(path, 99)) >= 20


def test_their_words_vary_and_are_the_same_again(told: list[Told]) -> None:
    every = [page for _, report, _ in told for page in pages(report)]
    assert len({page.title.replace(page.place, "") for page in every}) >= 4
    assert len({re.sub(r"[A-Z]\d+|\d+", "", page.turned) for page in every}) >= 4
    seat, report, _events = next(one for one in told if pages(one[1]))
    again = next(one for one in reports(GAMES[0], report.masthead.turn) if one[:2] == (seat, report))
    assert pages(again[1]) == pages(report)


def test_they_fit_in_a_letter_and_are_kept_in_json(told: list[Told]) -> None:
    for _, report, _ in (one for one in told if pages(one[1])):
        part = next(part for part in report.sections if part.key == "battles")
        text = to_text(report)
        lines = text[text.index("\nTHE BATTLES\n") :].split("\nTHE MAP\n")[0].splitlines()
        assert all(len(line) <= 72 for line in lines)
        assert sum(line.count("Order of battle (") for line in lines) == len(part.blocks)
    assert from_json(to_json(report)) == report


def test_each_has_a_page_of_its_own_in_the_pdf(told: list[Told]) -> None:
    report = max((report for _, report, _ in told), key=lambda one: len(pages(one)))
    document = pypdfium2.PdfDocument(to_pdf(report))
    sheets = [page.get_textpage().get_text_range() for page in document]
    assert all(text.strip() for text in sheets)
    at = [next(at for at, text in enumerate(sheets) if page.title in text and "THE BLOWS" in text) for page in pages(report)]
    assert at == list(range(at[0], at[0] + len(at)))
    assert "WHO IS WHO" in sheets[at[-1] + 1], "the map follows at once"
    for page, number in zip(pages(report), at, strict=True):
        assert all(blow.title.split(" loses")[0] in sheets[number] for blow in page.blows[:2])
        assert page.losses[0][:12] in sheets[number]
