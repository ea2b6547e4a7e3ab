"""The front page in plain text: headline, tale, figures, dangers and chances, battles and the race, in 72 columns."""

from __future__ import annotations

from collections.abc import Iterable

from postern.game.front import Fight, Force, Front, Hint
from postern.render.columns import pad, wrap
from postern.render.marks import one_line, plain, width

_LEAST_LABEL = 10


def front_lines(front: Front, columns: int) -> list[str]:
    """The page as lines of at most ``columns``; but a line to paste is never broken."""
    lines = wrap(one_line(plain(front.headline)).upper(), columns)
    who = [*wrap(f"{one_line(front.name)}: {one_line(front.line)}", columns), ""] if front.line else []
    lines.append("=" * max(width(line) for line in lines))
    if front.tale:
        lines += wrap(plain(front.tale), columns)
    lines += ["", *_figures(front, columns)] if front.figures else []
    for title, hints in (("Look here first:", front.dangers), ("Chances:", front.chances)):
        lines += ["", title, *_hints(hints, columns)] if hints else []
    if front.fights:
        lines += ["", "The battles, with their numbers on the map:"]
        lines += [line for fight in front.fights for line in _fight(fight, columns)]
        lines += [f"  and {front.more} more, told below."] if front.more else []
    race = race_line(front)
    return [*who, *lines, "", *wrap(race, columns)] if race else [*who, *lines]


def _figures(front: Front, columns: int) -> list[str]:
    labels = [one_line(one.label) for one in front.figures]
    long = max(_LEAST_LABEL, *map(width, labels))
    most = max(width(one.written) for one in front.figures)
    return [
        line.rstrip()
        for label, one in zip(labels, front.figures, strict=True)
        for line in wrap(
            one_line(one.below), columns, f"{pad(label, long)}  {pad(one.written, most, right=True)}  ", " " * (long + 4)
        )
    ]


def _hints(hints: Iterable[Hint], columns: int) -> list[str]:
    """Each hint as an item; its lines to paste stand below it, alone."""
    lines = []
    for hint in hints:
        lines += wrap(plain(hint.text), columns, "- ", "  ")
        lines += [f"      {one_line(row)}" for row in hint.paste.split("\n") if row]
    return lines


def _fight(fight: Fight, columns: int) -> list[str]:
    number = f"{fight.number}. " if fight.number else "-  "
    sides = "; ".join(map(strength, fight.forces))
    return [
        *wrap(f"{one_line(fight.place)}, {one_line(fight.verdict).lower()}. {plain(fight.text)}", columns, number, "   "),
        *wrap(f"{sides}.", columns, "   ", "   "),
    ]


def strength(force: Force) -> str:
    """A side's strength and loss in words: "JULIET 17, none fell"."""
    name = one_line(force.name)[:24]
    if force.troops is None:
        return f"{name}, strength unknown"
    return f"{name} {force.troops}, {force.lost or 'none'} fell"


def race_line(front: Front) -> str:
    """The race in a sentence: both scores now, and some turns ago where that is known; "" where it tells nothing yet."""
    race = front.race
    if race is None or not race.tells:
        return ""
    own, best = race.own[-1], race.best[-1]
    met = "." if race.secret else f", the best met {best:,}." if best is not None else f"; {race.alone}." if race.alone else "."
    line = f"{race.title}: {'' if race.secret else 'you '}{own:,}{met}"
    past = max(0, len(race.turns) - 6)
    if past == len(race.turns) - 1:
        return line
    when = f"after turn {race.turns[past]}" if race.turns[past] else "at the start"
    earlier = race.best[past]
    then = f", the best met {earlier:,}" if earlier is not None else ""
    return f"{line} {'They were' if race.secret else 'It was'} {race.own[past]:,}{then} {when}."
