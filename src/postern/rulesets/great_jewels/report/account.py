"""The turn told to one reader: what needs attention first, then everything in the order of the sequence of events.

One line tells many things of one sort at once: citadels built, goods handed over, provinces won and lost, scouts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence

from postern.game.events import Event
from postern.game.kit.orders.digits import is_number
from postern.game.kit.report.frames import unread_blocks
from postern.game.kit.report.telling import Group, Mood, Said, capital, counted, grouped, in_mood, listed
from postern.game.report import Battle, Block, Bullets, Column, Section, Table, Text
from postern.rulesets.great_jewels.knowledge import View
from postern.rulesets.great_jewels.report import telling
from postern.rulesets.great_jewels.report.front.battle_pages import FACTORS, PAGED, SCOUTED
from postern.rulesets.great_jewels.report.front.fights import owner
from postern.rulesets.great_jewels.report.front.news import SCOUT
from postern.rulesets.great_jewels.report.front.page import SIEGES, InFront, told_in_front, weight_of
from postern.rulesets.great_jewels.report.telling import goods, places
from postern.rulesets.great_jewels.rules.printouts import NEUTRAL_TAG
from postern.rulesets.great_jewels.tables import hex_of, rows, spoken
from postern.rulesets.great_jewels.world.records import People

_FEW = 3
_TIMES = {1: "", 2: " (twice)"}


def is_known_siege(said: Said) -> bool:
    """Whether this tells of a siege of the reader's own province."""
    return said.event.kind in SIEGES and said.weight == "attention"


def _citadels(built: Sequence[Event], mood: Mood) -> list[str]:
    works = ", ".join(f"{one.data['province']} +{one.data['quantity']} ({one.data['csps']})" for one in built)
    spent = sum(one.data["cost"] for one in built)
    text = f"Citadel points [built|would be built] for {counted(spent, 'zoran')}, strength [now|then] in brackets: {works}."
    return [in_mood(text, mood)]


def _transfers(events: Sequence[Event], mood: Mood) -> list[str]:
    """One line for each giver: "GB4 handed 10 troops to L1 (now 10), 8 troops to L3 (now 8)."."""
    by_giver: dict[tuple[str, str], list[Event]] = defaultdict(list)
    for event in events:
        by_giver[event.data["place"], event.data["giver"]].append(event)
    lines = []
    for (place, giver), group in by_giver.items():
        gifts = []
        for event in group:
            data = event.data
            to = "the garrison" if str(data["receiver"]).startswith("G") else data["receiver"]
            now = in_mood(f" ([now|then] {data['now']})", mood) if data["whose"] == data["seat"] else ""
            gifts.append(f"{goods(data['quantity'], data['goods'])} to {to}{now}")
        who = f"The garrison of {place}" if giver.startswith("G") else f"{giver} in {spoken(place)}"
        lines.append(f"{who} {in_mood('[hand]', mood)} {', '.join(gifts)}.")
    return lines


def _gains(events: Sequence[Event], mood: Mood) -> list[str]:
    by_owner: dict[str, list[str]] = defaultdict(list)
    for event in events:
        by_owner[event.data["from_"]].append(event.data["province"])
    you = in_mood("You [capture]", mood)
    return [
        f"{you} {listed([spoken(name) for name in sorted(names, key=hex_of)])}{f' from {owner}' if owner else ''}."
        for owner, names in by_owner.items()
    ]


def _new_leaders(events: Sequence[Event], mood: Mood) -> list[str]:
    born = listed([f"L{event.data['leader']} in {spoken(event.data['province'])}" for event in events])
    return [f"New leaders came forward: {born}."]


def _own_scouts(events: Sequence[Event], mood: Mood) -> list[str]:
    raid = f"Scouts, {_troops(events)} in all, [raid] {_where(events)}."
    return [in_mood(f"{raid} None [came|would come] back, but you [have|would have] seen what is there.", mood)]


def _their_scouts(events: Sequence[Event], mood: Mood) -> list[str]:
    return [in_mood(f"Scouts of others, {_troops(events)} in all, [raid] {_where(events)} [and die].", mood)]


def _troops(events: Sequence[Event]) -> str:
    return counted(sum(event.data["troops"] for event in events), "troop")


def _where(events: Sequence[Event]) -> str:
    """The provinces of these events, with how often where it was more than once."""
    often = Counter(event.data["province"] for event in events)
    return listed([spoken(name) + _TIMES.get(often[name], f" ({often[name]} times)") for name in sorted(often, key=hex_of)])


def _paged(events: Sequence[Event], mood: Mood) -> list[str]:
    names = [spoken(event.data["place"]) for event in events]
    return [f"The battles in {listed(names)} are told on pages of their own."]


def _fallen_scouts(events: Sequence[Event], mood: Mood) -> list[str]:
    """One line for battles in which scouts alone fell, each told to one reader."""
    fell = []
    for event in events:
        (reader,) = event.seen_by
        gone = [row for row in event.data["forces"] if row["destroyed"]]
        whose = ["" if row["owner"] == reader else f" of {owner(row)}" for row in gone]
        fell += [f"{row['force']}{of} in {spoken(event.data['place'])}" for row, of in zip(gone, whose, strict=True)]
    return [in_mood(f"Scouts [fall]: {listed(fell)}.", mood)]


def _losses(events: Sequence[Event], mood: Mood) -> list[str]:
    by_captor: dict[str, list[str]] = defaultdict(list)
    for event in events:
        by_captor[event.data["by"]].append(event.data["province"])
    return [
        in_mood(f"{captor} [capture] {listed([spoken(name) for name in sorted(names, key=hex_of)])} from you.", mood)
        for captor, names in by_captor.items()
    ]


def _scouted(said: Said, kind: str) -> bool:
    data = said.event.data
    return said.event.kind == kind and data["outcome"] == "lost" and data["troops"] <= SCOUT


SCOUTS = (
    Group(lambda said: _scouted(said, "raided"), _own_scouts),
    Group(lambda said: _scouted(said, "was raided"), _their_scouts),
)
"""Raids by hardly any troops are told together."""
LOST = Group(lambda said: said.event.kind == "captured" and said.weight == "attention", _losses)
GROUPS = (
    *SCOUTS,
    Group(lambda said: said.event.kind == PAGED, _paged),
    Group(lambda said: said.event.kind == SCOUTED, _fallen_scouts),
    LOST,
    Group(lambda said: said.event.kind == "built" and said.event.data["what"] == "citadel points", _citadels, _FEW),
    Group(lambda said: said.event.kind == "transferred" and said.weight == "detail", _transfers, _FEW),
    Group(lambda said: said.event.kind == "captured" and said.tone == "good", _gains),
    Group(lambda said: said.event.kind == "new-leader", _new_leaders),
)
"""What is told in one line for many."""
ATTENDED = Group(is_known_siege, lambda events, mood: [], 0)
"""Sieges of the reader's own stand under attention."""


HEADINGS = (("0", "Before the turn"), *((row["step"], row["heading"]) for row in rows("sequence")))
"""Headings of the account, by the number of the step (chapter 30)."""

RESULTS = ("order-failed", "order-note")
_IDLE_WEALTH = 60
_MOST_NAMED = 8
_BEFORE_BLOWS = ("no-cause-to-attack", "banned", "cease-fire", "catapults")
_IN_FRONT = "What threatens you, and how your battles went, stands in front of this."

# --- what needs attention ------------------------------------------------------------------------------------------------


def attention(view: View, events: Sequence[Event], said: Sequence[Said], unread: Sequence[str] = ()) -> Section:
    """What the reader must look at first: what went wrong, the weightiest first, sieges, orders that were not carried out and
    why, lines of the reader's letters that were ``unread``, idle wealth. What the front page tells is not told again."""
    over = view.finished or view.player.out
    blocks: list[Block] = []
    front = told_in_front(view, events)
    wrong = [one for one in said if one.weight == "attention"]
    left = sorted((one for one in wrong if not front.tells(one.event)), key=lambda one: -weight_of(one.event, view))
    urgent = grouped(left, (*SCOUTS, LOST), Mood.HAPPENED)
    named = {one.event.data["province"] for one in said if is_known_siege(one)} | front.places("siege")
    besieged = sorted((name for name, place in view.provinces.items() if place.besieged), key=hex_of)
    untold = [name for name in besieged if name not in named]
    if untold:
        urgent.append(f"{capital(listed([spoken(name) for name in untold]))} {'is' if len(untold) == 1 else 'are'} besieged.")
    if urgent:
        blocks.append(Bullets(tuple(urgent)))
    if len(left) < len(wrong):
        blocks.append(Text(_IN_FRONT, "note"))
    if besieged and not over:
        blocks.append(Text("A besieged province has no levies, taxes, building, transfers or raids.", "note"))
    failed = [event for event in events if event.kind in RESULTS]
    if failed:
        blocks.append(_failures(failed))
    elif not urgent:
        whole = "" if any(_costs(one, view.seat) for one in said) else ", and nothing was lost"
        blocks.append(Text("No order on file failed." if unread else f"No order failed{whole}.", "good"))
    blocks += unread_blocks(unread)
    if hints := _hints(view, events, front):
        blocks += [Text("**Worth a thought**", "lead"), Bullets(tuple(hints))]
    return Section("attention", "What the last turn cost you" if over else "Needs your attention", tuple(blocks))


def _costs(said: Said, reader: str) -> bool:
    """True when the reader lost something: bad news, or troops in a battle."""
    rows = said.event.data["forces"] if said.battle else ()
    return said.tone == "bad" or any(row["lost"] for row in rows if row["owner"] == reader)


def _failures(failed: Sequence[Event]) -> Table:
    told: list[tuple[str, ...]] = []
    for event in failed:
        data, changed = event.data, "Changed: " if event.kind == "order-note" else ""
        told.append((f"`{data['text']}`", f"{changed}{data['why']}", _remedy(event)))
    width = 3 if any(remedy for *_, remedy in told) else 2
    columns = (Column("Order"), Column("What came of it", wide=True), Column("Possible", wide=True))
    return Table(columns[:width], tuple(row[:width] for row in told), caption="Orders not carried out as written")


def _remedy(event: Event) -> str:
    """What to write instead, with the line to send; without it where that line is what was carried out."""
    data = event.data
    return f"{data['remedy']} `{data['paste']}`".strip() if event.kind == "order-failed" and data["paste"] else data["remedy"]


def _hints(view: View, events: Sequence[Event], front: InFront) -> list[str]:
    """What a careful player would look at next: open provinces, places blocked by others, wealth that does nothing."""
    if view.finished or view.player.out:
        return []
    hints = []
    guarded = {leader.province for leader in view.leaders.values() if not leader.at_peace}
    named = front.places("open")
    open_ = [name for name, place in view.provinces.items() if not place.garrison and name not in guarded | named]
    if open_:
        too = ", too" if named else ""
        hints.append(f"No garrison and no leader{too}: {places(open_, _MOST_NAMED, 0)}. Whoever ends a march there takes it.")
    hints += _intruders(view, front.places("intruders")) + _guarded(view) + _blocked(view, events)
    if view.people is not People.RILRIS:
        rich = [name for name, place in view.provinces.items() if place.zorans >= _IDLE_WEALTH and not place.besieged]
        rich.sort(key=lambda name: -view.provinces[name].zorans)
        if rich:
            sums = ", ".join(f"{spoken(name)} {view.provinces[name].zorans}" for name in rich[:_MOST_NAMED])
            hints.append(f"Zorans that lie idle: {sums}.")
    return hints


def _intruders(view: View, named: Collection[str]) -> list[str]:
    """Armies of players who are no allies in the reader's own provinces that are not ``named``; sieges are told above."""
    there = [
        (name, one)
        for name in sorted(view.provinces, key=hex_of)
        if not view.provinces[name].besieged and name not in named
        for one in view.entries[name].leaders
        if one.owner not in (view.seat, *view.player.allies) and not one.killed and one.troops and "-P" not in one.flags
    ]
    armies = [f"L{one.number} of {one.owner} in {spoken(name)} ({counted(one.troops, 'troop')})" for name, one in there]
    more = [f"{len(armies) - _MOST_NAMED} more"] if len(armies) > _MOST_NAMED else []
    return [f"Armies of others stand in your provinces: {listed([*armies[:_MOST_NAMED], *more])}."] if armies else []


def _guarded(view: View) -> list[str]:
    """Neutral garrisons that keep the reader's armies from taking the province where they stand, and how to attack them."""
    hints = []
    armies = [one for one in view.leaders.values() if one.troops and not one.at_peace]
    for name in sorted({one.province for one in armies}, key=hex_of):
        entry = view.entries.get(name)
        if entry is None or entry.turn != view.turn or entry.tag != NEUTRAL_TAG or not entry.garrison:
            continue
        strongest = max((one for one in armies if one.province == name), key=lambda one: one.troops)
        walls = f" in a citadel of {entry.csps}" if entry.csps else ""
        hints.append(
            f"{capital(spoken(name))} is guarded by {counted(entry.garrison, 'neutral troop')}{walls}: you take it once they "
            f"are beaten (`L{strongest.number}AG`)."
        )
    return hints


def _blocked(view: View, events: Sequence[Event]) -> list[str]:
    """Provinces without a garrison where an own leader stands and that yet are not the reader's: who else is there.

    New levies may have come into one whose garrison fell: they come after the capture.
    """
    hints = []
    fought = [(event.data["place"], row) for event in events if event.kind == "battle" for row in event.data["forces"]]
    fallen = {place for place, row in fought if row["force"] == f"G{place}" and row["destroyed"]}
    places = {leader.province for leader in view.leaders.values() if not leader.at_peace} - set(view.provinces)
    for name in sorted(places, key=hex_of):
        entry = view.entries.get(name)
        if entry is None or entry.turn != view.turn or entry.fogged or not entry.terrain:
            continue
        if entry.garrison and name not in fallen:
            continue
        rivals = [
            f"L{one.number} of {one.owner}"
            for one in entry.leaders
            if not one.killed and one.owner != view.seat and "-P" not in one.flags
        ]
        if rivals:
            there = "stands there too" if len(rivals) == 1 else "stand there too"
            garrison = "lost its garrison" if entry.garrison else "has no garrison"
            hints.append(f"{capital(spoken(name))} {garrison}, but was not captured: {listed(rivals)} {there}.")
    return hints


# --- what happened ---------------------------------------------------------------------------------------------------------


def account(said: Sequence[Said], mood: Mood = Mood.HAPPENED) -> Section:
    """The turn told in the order of its sequence; battles as boxed accounts, and behind them what came of them."""
    happened = mood is Mood.HAPPENED
    groups = (*GROUPS, ATTENDED) if happened else GROUPS
    blocks: list[Block] = []
    for number, heading in HEADINGS:
        before, after = _parted([one for one in said if _number(one.event.step) == number])
        battles = sorted((one.battle for one in after if one.battle is not None), key=lambda battle: hex_of(battle.place))
        first = not any(isinstance(block, Battle) for block in blocks)
        legend = [Text(FACTORS if happened else telling.FACTORS)] if battles and first else []
        rest = [one for one in after if one.battle is None]
        if parts := [*_bullets(grouped(before, groups, mood)), *legend, *battles, *_bullets(grouped(rest, groups, mood))]:
            blocks += [Text(f"**{heading}**", "lead"), *parts]
    nothing = "A quiet turn: nothing happened where you could see it." if happened else "Nothing that can be foreseen."
    return Section("account", "What happened" if happened else "What would happen", tuple(blocks) or (Text(nothing),))


def _parted(here: Sequence[Said]) -> tuple[list[Said], list[Said]]:
    """What was before the battles of a step, and the battles with what came of them. Without battles all was before."""
    fought = {one.event.step for one in here if one.battle is not None}
    first = next((at for at, one in enumerate(here) if one.event.step in fought), len(here))
    causes = [one for one in here[first:] if one.event.kind in _BEFORE_BLOWS]
    return [*here[:first], *causes], [one for one in here[first:] if one.event.kind not in _BEFORE_BLOWS]


def _bullets(lines: Sequence[str]) -> list[Block]:
    return [Bullets(tuple(lines))] if lines else []


def _number(step: str) -> str:
    return "".join(character for character in step if is_number(character))
