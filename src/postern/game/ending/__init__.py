"""The end of a game told from its past: standings, scores, everybody's road, turning points, records, the map in stages.

A ruleset gives ``Uncovered`` for a world and ``Deed`` for a turn's events; everything here follows from these. When a game is
over nothing of its past is secret; before that nothing of this may reach a player.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from postern.game.chart import Chart
from postern.game.ending.past import Past, Stage, stage_of
from postern.game.ending.records import records
from postern.game.ending.roads import roads
from postern.game.ending.turning import turning_points
from postern.game.front import Figure
from postern.game.kit.report.telling import listed
from postern.game.report import Block, Bullets, Column, Course, Graph, Map, Maps, Podium, Section, Table, Text, Victor

__all__ = ["Past", "Stage", "ending", "milestones", "stage_of"]

_STAGES = 4
_STEPS = 3


def milestones(turns: Iterable[int]) -> tuple[int, ...]:
    """The start, one third, two thirds and the end of these turns; fewer where there are not so many."""
    known = sorted(turns)
    last = len(known) - 1
    places = {round(last * part / (_STAGES - 1)) for part in range(_STAGES)} if known else set()
    return tuple(known[place] for place in sorted(places))


def ending(past: Past, charts: Iterable[Chart], standings: Table) -> tuple[Section, ...]:
    """The sections of a finished game's last report. ``charts`` are those of the ``milestones``, the last one that of the end;
    ``standings`` is the final table."""
    shown = tuple(charts)
    final = shown[-1]
    numbers = {owner.key: owner.number for owner in final.owners}
    turns = tuple(stage.turn for stage in past.stages)
    courses = tuple(Course(seat, past.scores(seat), numbers.get(seat, 0)) for seat in past.seats)
    points = Table(
        (Column("Turn", number=True), Column("What turned", wide=True)),
        tuple((str(turn), text) for turn, text in turning_points(past)),
    )
    sections = (
        Section("victory", "The end of the game", (_podium(past, numbers),) if len(past.seats) > 1 else ()),
        Section("standings", "Final standings", (standings,)),
        Section("turning", "Turning points", (points,) if points.rows else ()),
        Section("scores", "Scores, turn by turn", (Graph(turns, courses),)),
        Section("roads", "Everybody's road", tuple(_road(past, seat, told) for seat, told in roads(past).items())),
        Section("records", "Records", _records(past)),
        Section("maps", "The map through the game", (Maps(shown, _MAPS),)),
        Section("final", "The map at the end", (Map(final, caption=_FINAL),)),
    )
    return tuple(section for section in sections if section.blocks)


_MAPS = "Who held what, from the start to the end."
_FINAL = "Nothing is hidden any more: every garrison, army and treasure where it was."


def _podium(past: Past, numbers: Mapping[str, int]) -> Podium:
    """The best three, and what there was of everything; of battles only where all are known."""
    best = tuple(
        Victor(
            one.seat,
            one.rank,
            one.score,
            past.sides.get(one.seat, ""),
            numbers.get(one.seat, 0),
            one.seat in past.winners,
            past.emblems.get(one.seat),
        )
        for one in past.end.standings[:_STEPS]
    )
    battles = [deed for _, deed in past.deeds("battle")]
    fought = (Figure("Battles", len(battles)), Figure(f"{past.troops} fallen", sum(deed.size for deed in battles)))
    figures = (
        Figure("Turns", past.end.turn),
        Figure("Changes of the lead", max(0, len(past.reigns) - 1)),
        *(fought if battles and all(stage.deeds is not None for stage in past.stages) else ()),
        Figure(f"{past.lands} taken", len(past.conquests)),
        Figure("from players", sum(bool(one.from_) for one in past.conquests)),
    )
    names = listed(past.winners)
    headline = "The game is over" if not names else f"{names} {'wins' if len(past.winners) == 1 else 'win together'}"
    return Podium(headline, f"after {past.end.turn} turns, among {len(past.seats)} players", best, figures)


def _road(past: Past, seat: str, told: tuple[str, ...]) -> Block:
    side = past.sides.get(seat, "")
    return Text(f"**{seat}{f' ({side})' if side else ''}.** {' '.join(told)}")


def _records(past: Past) -> tuple[Block, ...]:
    table = Table((Column("Record"), Column("Who"), Column("What", wide=True), Column("Turn", number=True)), records(past))
    unknown = [str(stage.turn) for stage in past.stages if stage.deeds is None]
    if not table.rows or not unknown:
        return (table,) if table.rows else ()
    missing = f"Of these turns the battles are not known any more, and not counted: {', '.join(unknown)}."
    return (table, Bullets((missing,)))
