"""The battles of a turn as one reader is told of them: a page for each weighty one, two lines for each other.

Everything on a page comes from the events that this reader may be told, in the order of the rules: who came, with what factors,
behind which walls; all blows at one moment; what they cost; what followed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from postern.game.battle import BattlePage, Ground, Host, Measure, Unit
from postern.game.events import Event
from postern.game.kit.report.telling import Said, capital, listed
from postern.game.kit.report.wordings import chosen
from postern.game.report import Battle, Table
from postern.rulesets.great_jewels.knowledge import View
from postern.rulesets.great_jewels.report.front import fights as words
from postern.rulesets.great_jewels.report.front.fights import (
    Row,
    blows,
    captured_by,
    dealt_in_all,
    deed,
    felled,
    lost_of,
    map_numbers,
    owner,
    turned,
    verdict,
)
from postern.rulesets.great_jewels.report.front.news import SCOUT, is_scout, weighty
from postern.rulesets.great_jewels.report.map import GROUNDS
from postern.rulesets.great_jewels.tables import spoken
from postern.rulesets.great_jewels.world.records import LOTU

_AFTER = (
    "captured",
    "went-neutral",
    "spared",
    "city-opened",
    "engines-broken",
    "besieged",
    "still-besieged",
    "siege-lifted",
)
"""What may follow a battle in its province, told on its page too."""
FACTORS = "AF and DF are the factors with which a force attacks and defends (`HELP COMBAT`)."
PAGED, SCOUTED = "battle on a page", "scouts fell"
_ORDER = "All blows fall at one moment; the heaviest stand first."
_ON_A_PAGE = "The battle in {} is told on a page of its own."


@dataclass(frozen=True, slots=True)
class Sides:
    """The forces of a battle, parted into those on the reader's side (his own and his allies') and all others."""

    place: str
    rows: Sequence[Row]
    ours: Sequence[Row]
    theirs: Sequence[Row]


def sides_of(event: Event, view: View) -> Sides:
    """The two sides of a battle as the reader of this view sees them."""
    rows = event.data["forces"]
    ours = [row for row in rows if row["owner"] in (view.seat, *view.player.allies)]
    return Sides(event.data["place"], rows, ours, [row for row in rows if row not in ours])


def pages(view: View, events: Sequence[Event], said: Sequence[Said]) -> tuple[BattlePage, ...]:
    """The pages of the weighty battles, the weightiest first. ``said`` is what the reader is told of the turn, its boxed
    accounts with what came of each blow."""
    boxes = {_key(one.event): one.battle for one in said if one.battle is not None}
    return tuple(
        _page(one, view, events, said, boxes[_key(one)]) for one in weighty(view, events) if boxes.get(_key(one)) is not None
    )


def shortened(view: View, events: Sequence[Event], said: Sequence[Said]) -> list[Said]:
    """What the reader is told, with a sentence in place of the battles that have pages, and the others in two lines.

    Those that have pages are of the kind ``PAGED`` then, those in which scouts alone fell ``SCOUTED`` where there are several.
    """
    paged = {_key(one) for one in weighty(view, events)}
    captured = captured_by(view.seat, events)
    scouted = [one.event for one in said if one.battle is not None and _only_scouts(one.event)]

    def short(one: Said) -> Said:
        if one.battle is None:
            return one
        if _key(one.event) in paged:
            page = _ON_A_PAGE.format(spoken(one.event.data["place"]))
            return replace(one, battle=None, text=page, event=replace(one.event, kind=PAGED))
        if len(scouted) > 1 and one.event in scouted:
            return replace(one, battle=None, event=replace(one.event, kind=SCOUTED))
        return replace(one, battle=_short(one, view, captured))

    return [short(one) for one in said]


def _only_scouts(event: Event) -> bool:
    """Whether nobody fell but scouts, and hardly a troop beside them."""
    rows = event.data["forces"]
    fell = [row for row in rows if row["destroyed"]]
    others = [row for row in rows if not row["destroyed"]]
    return bool(fell) and all(map(is_scout, fell)) and all("lost" in row for row in rows) and lost_of(others) <= SCOUT


def _key(event: Event) -> tuple[str, str]:
    return event.step, str(event.data["place"])


def _short(said: Said, view: View, captured: Collection[str]) -> Battle:
    """A small battle: the province with a word of judgement, what came of it, and below it what each force had and lost."""
    box = said.battle
    assert box is not None
    sides = sides_of(said.event, view)
    word = verdict(sides.rows, view.seat, view.player.allies, sides.place in captured)
    had = [_in_a_word(row, sides.place, view.seat) for row in (*sides.ours, *sides.theirs)]
    line = f"{capital('; '.join(had))}."
    return replace(box, title=f"{spoken(sides.place)}: {word.lower()}", losses=(line, *box.losses), forces=Table((), ()))


def _in_a_word(row: Row, place: str, seat: str) -> str:
    """A force with what it had, dealt and lost: "L36 16+5 (63 AF) lost 4"."""
    whose = "" if row["owner"] == seat else f" of {owner(row)}"
    name = words.name_of(row, place).replace("Garrison", "garrison")
    if "troops" not in row:
        return f"{name}{whose} of unknown strength{', destroyed' if row['destroyed'] else ''}"
    killed = ", killed" if row["killed"] else ""
    if not row["troops"]:
        return f"{name}{whose} without troops{killed}"
    bonus = f"+{row['bonus']}" if row["bonus"] else ""
    factors = f" ({row['dealt']} AF)" if "dealt" in row else ""
    return f"{name}{whose} {row['troops']}{bonus}{factors} lost {row['lost'] or 'none'}{killed}"


# --- a page ------------------------------------------------------------------------------------------------------------------


def _page(event: Event, view: View, events: Sequence[Event], said: Sequence[Said], box: Battle) -> BattlePage:
    sides, place = sides_of(event, view), event.data["place"]
    captured = captured_by(view.seat, events)
    word = verdict(sides.rows, view.seat, view.player.allies, place in captured)
    key = f"{view.game}/{view.turn}/{event.step}/{place}"
    ground = next(one for one in GROUNDS if one.key == view.terrain(place).value)
    facts = _facts(sides, view)
    followed = [one.text for one in said if one.event.kind in _AFTER and one.event.data.get("province") == place]
    return BattlePage(
        title=chosen(words.TITLES[_kind(sides)], f"title/{key}").format(place=spoken(place)),
        place=place,
        head=f"Turn {view.turn - 1} · {capital(spoken(place))}, {ground.name}",
        number=map_numbers(view, events).get(place, 0),
        verdict=word,
        tone=words.TONES[word],
        tale=f"{words.filled(chosen(words.TALES[word], f'tale/{key}'), **facts)} {_cost(sides)}",
        hosts=tuple(_hosts(sides, view)),
        ground=Ground(ground.style, _walls(sides), view.road(place)),
        held=_held(sides, view, events),
        turned=turned(sides.rows, sides.ours, sides.theirs, place, view.seat, words.TONES[word], key),
        measures=tuple(_measures(sides)),
        order=_ORDER,
        blows=tuple(blows(sides.rows, place, view.seat, {row["force"] for row in sides.ours})),
        losses=tuple(_losses(sides, view.seat)),
        booty=box.spoils,
        followed=(*box.losses, *followed),
        note=FACTORS,
    )


def _kind(sides: Sides) -> str:
    if any(row["owner"] == LOTU for row in sides.rows):
        return "guardians"
    return "walls" if any(row["force"] == f"G{sides.place}" for row in sides.rows) else "field"


def _facts(sides: Sides, view: View) -> Mapping[str, Any]:
    place, seat = sides.place, view.seat
    beaten = felled(sides.rows, seat, view.player.allies)
    gone = [row for row in sides.rows if row["owner"] == seat and row["destroyed"]]
    ours, struck = {row["force"] for row in sides.ours}, {target for row in sides.ours for target in row["targets"]}
    against = [row for row in sides.theirs if row["force"] in struck or ours.intersection(row["targets"])]
    named = {"ours": sides.ours, "theirs": against or sides.theirs, "beaten": beaten, "gone": gone}
    return {"place": spoken(place)} | {name: words.forces(rows, seat, place) for name, rows in named.items()}


def _cost(sides: Sides) -> str:
    who = "Your side" if len({row["owner"] for row in sides.ours}) > 1 else "You"
    return f"{who} lost {words.share(sides.ours)}, the others {words.share(sides.theirs)}."


def _held(sides: Sides, view: View, events: Sequence[Event]) -> str:
    """Who has the field or the province now, in a few words."""
    if sides.place in view.provinces:
        if any(one.kind == "captured" and one.data["province"] == sides.place for one in events):
            return words.HELD["won"]
    elif changes := [one for one in events if one.kind in ("captured", "went-neutral") and one.data["province"] == sides.place]:
        captor = changes[-1].data.get("by", "")
        return words.HELD["lost"].format(captor=captor) if captor else words.HELD["neutral"]
    if all(row["destroyed"] for row in sides.ours if row["owner"] == view.seat):
        return words.HELD["none"]
    return words.HELD["mine" if all(row["destroyed"] for row in sides.theirs) else "both"]


def _walls(sides: Sides) -> str:
    csps = next((row.get("csps", 0) for row in sides.rows if row["force"] == f"G{sides.place}"), 0)
    return f"citadel of {csps}" if csps else ""


def _hosts(sides: Sides, view: View) -> Iterable[Host]:
    """The reader's host, his allies', then those of others, each in the order of the account."""
    numbers = {name: number for number, name in enumerate(view.players, start=1)}
    names = dict.fromkeys(row["owner"] for row in (*sides.ours, *sides.theirs))
    for name in sorted(names, key=lambda one: (one != view.seat, one not in view.player.allies)):
        group = [row for row in sides.rows if row["owner"] == name]
        people = view.people if name == view.seat else view.met.get(name)
        note = f"{people.value.title()}" if people else ""
        units = tuple(_unit(row, sides.place) for row in group)
        ours = name in (view.seat, *view.player.allies)
        yield Host(owner(group[0]), units, name == view.seat, ours, numbers.get(name, 0), note)


def _unit(row: Row, place: str) -> Unit:
    known = "troops" in row
    return Unit(
        name=words.name_of(row, place),
        before=row["troops"] if known else None,
        after=row["troops"] - row["lost"] + row.get("risen", 0) if known else None,
        text=deed(row, place),
        gone=row["destroyed"],
        walled=row["force"] == f"G{place}",
    )


def _measures(sides: Sides) -> Iterable[Measure]:
    """What each side brought to bear and what it lost."""
    yield Measure("Troops", _sum(sides.ours, "troops"), _sum(sides.theirs, "troops"))
    yield Measure("Bonus", _sum(sides.ours, "bonus"), _sum(sides.theirs, "bonus"))
    yield Measure("Attack factors", dealt_in_all(sides.ours), dealt_in_all(sides.theirs))
    yield Measure("Troops lost", _sum(sides.ours, "lost"), _sum(sides.theirs, "lost"))


def _sum(rows: Sequence[Row], what: str) -> int | None:
    return sum(row[what] for row in rows) if all(what in row for row in rows) else None


def _losses(sides: Sides, seat: str) -> Iterable[str]:
    """What each owner lost, the reader first."""
    for name in dict.fromkeys(row["owner"] for row in (*sides.ours, *sides.theirs)):
        group = [row for row in sides.rows if row["owner"] == name]
        dead = [row["force"] for row in group if row["killed"]]
        who = "You" if name == seat else capital(owner(group[0]))
        fell = f"; {listed(dead)} killed" if dead else ""
        yield f"{who}: {words.share(group)}{fell}."
