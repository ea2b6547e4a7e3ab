"""The front page of a turn: headline (``data/headlines.toml``), figures, dangers, chances, battles and the race, from the view
and its events; one line on how the turn went; and what the page has told already, so that nothing is told a second time below
it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from postern.game.events import Event
from postern.game.front import Figure, Front, Race
from postern.game.kit.report.changes import Net
from postern.game.kit.report.frames import won_by
from postern.game.kit.report.telling import capital, counted, listed
from postern.game.kit.report.wordings import varied
from postern.rulesets.great_jewels.knowledge import View
from postern.rulesets.great_jewels.report.front.fights import MOST, felled, fights
from postern.rulesets.great_jewels.report.front.hints import Danger, chances, dangers
from postern.rulesets.great_jewels.report.front.news import (
    SCOUT,
    News,
    balance,
    born,
    changed_hands,
    is_scout,
    news,
    ranked,
    stake,
    weighty,
    worth,
)
from postern.rulesets.great_jewels.report.map import EMBLEMS
from postern.rulesets.great_jewels.tables import CONTENT

_LIGHT = 15
"""News of less weight (in troops, by the table's percent) makes no headline."""

_CALM = ("points", "quiet")
"""Told only where there is no other news."""


@dataclass(frozen=True, slots=True)
class _Kind:
    weight: int
    headlines: tuple[str, ...]
    tale: str


KINDS = {name: _Kind(row["weight"], tuple(row["headlines"]), row["tale"]) for name, row in CONTENT.toml("headlines").items()}
"""The kinds of news, as the table has them."""


def told(every: Iterable[News], key: str, turn: int) -> tuple[str, str]:
    """The headline and the lines below it: the facts of the first news, then the weightiest of the other tone, else the next.

    ``every`` is not empty; what is of equal weight keeps its order.
    """
    ranked = sorted(every, key=_weight)
    first = ranked[0]
    rest = [one for one in ranked[1:] if -_weight(one) >= _LIGHT and one.kind not in _CALM and not _part_of(one, first)]
    other = next((one for one in rest if one.good != first.good), None)
    second = other or next((one for one in rest if not _part_of(first, one)), None)
    sentences = [_filled(KINDS[first.kind].tale, first)]
    if second is not None:
        tale = _filled(KINDS[second.kind].tale, second)
        sentences.append(f"But {_lower(tale)}" if second.good != first.good else tale)
    headline = _filled(varied(KINDS[first.kind].headlines, key, turn), first)
    return headline, " ".join(sentences)


def _weight(one: News) -> int:
    return -one.weight * KINDS[one.kind].weight // 100


_GATHERS = {
    "conquests": {"stormed", "taken", "settled"},
    "slaughter": {"slain"},
    "losses": {"lost", "lost-home", "strayed"},
    "fallen-many": {"fallen"},
}


def _part_of(one: News, other: News) -> bool:
    """True where the other news gathers this one with more of its sort."""
    return one.kind in _GATHERS.get(other.kind, ())


def _filled(text: str, one: News) -> str:
    return capital(text.format(**one.words))


_NOT_NAMES = ("You", "Your", "No", "A", "The")


def _lower(sentence: str) -> str:
    """The sentence as it goes on behind "But": names keep their capitals."""
    first = sentence.split(" ", 1)[0]
    return sentence[0].lower() + sentence[1:] if first in _NOT_NAMES or first.lower() == "province" else sentence


Named = tuple[Collection[str], str, str]
"""What was gained or lost, the word for one of it, and the word for several ("" for an s behind it)."""


def how_it_went(events: Sequence[Event], view: View) -> str:
    """The line for the reader of this view, of the events that he may know. The mood goes by what gains and losses weigh."""
    seat = view.seat
    own = [event for event in events if seat in event.seen_by]
    hands = changed_hands(view, own)
    gained, destroyed, lost = _gained(own, hands, seat), _destroyed(own, seat, view.player.allies), _lost(own, hands, seat)
    passed: list[Named] = [(hands.passed, "province", "")]
    told = [
        f"{label}: {words}."
        for label, things in (
            ("Gained", gained),
            ("Won and lost again", passed),
            ("Enemies destroyed", destroyed),
            ("Lost", lost),
        )
        if (words := listed([counted(len(names), one, many) for names, one, many in things if names]))
    ]
    return " ".join([balance(view, own).word(), *told]) if told else "A quiet turn: nothing won and nothing lost."


def _gained(own: Sequence[Event], hands: Net[str], seat: str) -> list[Named]:
    bribed = {_leader(event) for event in own if _bribed(event) and event.data["by"] == seat}
    return [
        (hands.won, "province", ""),
        (born(own), "new leader", ""),
        (bribed, "leader bribed to your side", "leaders bribed to your side"),
    ]


def _destroyed(own: Sequence[Event], seat: str, allies: Collection[str]) -> list[Named]:
    """What fell by the reader's hand: beside a battle of others he has no part in it."""
    rows = [row for event in own if event.kind == "battle" for row in felled(event.data["forces"], seat, allies)]
    waylaid = {
        _leader(event)
        for event in own
        if event.kind == "waylaid" and event.data["killed"] and any(owner == seat for _, owner, _ in event.data["by"])
    }
    scouts = {row["force"] for row in rows if is_scout(row)}
    foes = {row["force"] for row in rows}
    return [
        ({name for name in foes if name[0] == "L"} - scouts | waylaid, "leader", ""),
        (scouts, "scout", ""),
        ({name for name in foes if name[0] == "G"}, "garrison", ""),
    ]


def _lost(own: Sequence[Event], hands: Net[str], seat: str) -> list[Named]:
    garrisons = {name for name, owner in _fallen(own) if owner == seat and name[0] == "G" and name[1:] not in hands.lost}
    deaths = [event for event in own if event.kind == "leader-died"]
    rows = [row for event in own if event.kind == "battle" for row in event.data["forces"] if row["owner"] == seat]
    scouts = {row["force"] for row in rows if is_scout(row)}
    dead = {_leader(event) for event in deaths if not event.data["refuge"]}
    risen = {_leader(event) for event in deaths if event.data["refuge"]}
    bribed = {_leader(event) for event in own if _bribed(event) and event.data["old"] == seat}
    return [
        (hands.lost, "province", ""),
        (garrisons, "garrison", ""),
        (dead - scouts, "leader", ""),
        (dead & scouts, "scout", ""),
        (bribed, "leader bribed away", "leaders bribed away"),
        (risen, "army, whose leader lives again", "armies, whose leaders live again"),
    ]


def _fallen(own: Sequence[Event]) -> list[tuple[str, str]]:
    """Forces that battles destroyed, each with its owner."""
    rows = [row for event in own if event.kind == "battle" for row in event.data["forces"]]
    return [(row["force"], row["owner"]) for row in rows if row["destroyed"]]


def _bribed(event: Event) -> bool:
    return event.kind == "bribery" and event.data["paid"] >= event.data["price"]


def _leader(event: Event) -> str:
    return f"L{event.data['leader']}"


SIEGES = ("besieged", "still-besieged")
_LEADER = 12
_OTHER = 15
"""What weighs by no rule below weighs so much."""


@dataclass(frozen=True, slots=True)
class InFront:
    """The dangers of the front page, and the battles that it tells or that have a page of their own."""

    dangers: tuple[Danger, ...]
    battles: tuple[Event, ...]

    def places(self, sort: str) -> frozenset[str]:
        """The provinces that dangers of this sort name."""
        return frozenset(place for one in self.dangers if one.sort == sort for place in one.places)

    def tells(self, event: Event) -> bool:
        """Whether the front page or a battle's page tells of this event."""
        data = event.data
        match event.kind:
            case "battle":
                return any(event is one for one in self.battles)
            case "besieged" | "still-besieged":
                return data["province"] in self.places("siege")
            case "was raided":
                return data["troops"] <= SCOUT and data["province"] in self.places("scouts")
        return False


def told_in_front(view: View, events: Sequence[Event]) -> InFront:
    """What stands in front of "Needs your attention" for the reader of this view."""
    return InFront(dangers(view, events), (*ranked(view, events)[:MOST], *weighty(view, events)))


def weight_of(event: Event, view: View) -> int:
    """How much the loss of which this event tells weighs, in troops."""
    data = event.data
    match event.kind:
        case "battle":
            return stake(event, view)
        case "captured" | "went-neutral":
            return worth(data["province"], view)
        case "besieged" | "still-besieged":
            return worth(data["province"], view) // 2
        case "waylaid":
            return int(data.get("dead", 0)) + _LEADER * bool(data["killed"])
        case "raided" | "was raided":
            return int(data["troops"])
        case "leader-died":
            return _LEADER
    return _OTHER


def front_page(view: View, events: Sequence[Event]) -> Front:
    """The front page of the turn just run; with no events before turn 1, that of the set-up letter."""
    headline, tale = told(_news(view, events), f"{view.game}/{view.seat}", view.turn - 1)
    told_fights, more = fights(view, events, ranked(view, events))
    best = max(view.scores, default=None)
    return Front(
        name=f"{view.seat} of the {view.people.title()}",
        headline=headline,
        tale=tale,
        emblem=EMBLEMS[view.people.value],
        figures=_figures(view, events),
        dangers=tuple(one.hint for one in dangers(view, events)),
        chances=chances(view),
        fights=told_fights,
        more=more,
        race=Race((view.turn - 1,), (view.player.score,), (best,), (_place(view),), alone="you have met nobody yet"),
        balance=None if view.finished or view.player.out else balance(view, events),
    )


def _news(view: View, events: Sequence[Event]) -> list[News]:
    """What the headline is made from: how it ended, where it did, else the news of the turn, at worst that there is none."""
    all_of, score = view.summary, f"{view.player.score:,} points"
    if view.finished:
        won, winners = view.seat in view.winners, won_by(view.winners, view.seat)
        return [News("victory" if won else "defeat", won, 1, {"winners": winners, "score": score})]
    if view.player.out:
        return [News("out", False, 1)]
    if view.turn == 1 and not events:
        words = {"people": view.people.title(), "home": view.player.home, "leaders": counted(all_of.leaders, "leader")}
        words |= {"provinces": counted(all_of.provinces, "province"), "troops": counted(_troops(view), "troop")}
        return [News("begin", True, 1, words)]
    points = _points(events)
    calm = (
        News("points", True, 15, {"points": counted(points, "point"), "score": score}) if points > 0 else News("quiet", True, 1)
    )
    return [*news(view, events), calm]


def _points(events: Sequence[Event]) -> int:
    return sum(one.data["points"] + one.data["ravaging"] for one in events if one.kind == "scored")


def _place(view: View) -> tuple[int, int] | None:
    """The reader's place among those met, and how many they are with him; None where he has met nobody."""
    return (1 + sum(other > view.player.score for other in view.scores), 1 + len(view.scores)) if view.scores else None


def _troops(view: View) -> int:
    return view.summary.garrisons + view.summary.troops


def _figures(view: View, events: Sequence[Event]) -> tuple[Figure, ...]:
    """The five figures; what has no change here gets it from the page before."""
    score, all_of = view.player.score, view.summary
    figures = [Figure("Score", score)]
    if view.scores:
        ahead = sum(other > score for other in view.scores)
        gap = score - max(view.scores) if not ahead else min(other for other in view.scores if other > score) - score
        note = f"{gap:,} behind" if ahead else f"+{gap:,} to the next"
        figures.append(Figure("Among those met", 1 + ahead, note=note, tone="bad" if ahead else "good", ordinal=True))
    figures += [
        Figure("Provinces", all_of.provinces),
        Figure("Troops", _troops(view)),
        Figure("Zorans", all_of.zorans),
    ]
    return (*figures, *([] if view.scores else [Figure("Talismans", len(all_of.talismans))]))
