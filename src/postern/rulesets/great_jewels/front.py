"""The front page of a turn: headline, figures, dangers, chances, battles and the race, from the view and its events."""

from __future__ import annotations

from collections.abc import Sequence

from postern.game.events import Event
from postern.game.front import Figure, Front, Race
from postern.game.kit.reports import won_by
from postern.rulesets.great_jewels.chart import EMBLEMS
from postern.rulesets.great_jewels.fights import fights
from postern.rulesets.great_jewels.headlines import told
from postern.rulesets.great_jewels.hints import chances, dangers
from postern.rulesets.great_jewels.stakes import ranked
from postern.rulesets.great_jewels.view import View
from postern.rulesets.great_jewels.weighing import News, balance, news
from postern.rulesets.great_jewels.wording import counted


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
