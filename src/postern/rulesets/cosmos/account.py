"""The turn told to one nation, phase by phase (gaps 12.1), and before it what needs attention."""

from __future__ import annotations

from collections.abc import Sequence

from postern.game.events import Event
from postern.game.kit.telling import Mood, Said, in_mood, once, told_to
from postern.game.report import Block, Bullets, Section, Table, Text
from postern.game.report import Column as Col
from postern.rulesets.cosmos.scenario import PHASES
from postern.rulesets.cosmos.telling import tellings

_BEFORE, _AFTER = 0, PHASES + 1
_UNREAD = "No order came of these lines of your letters:"
_LONGEST_LINE = 160
_FAILED = ("order failed", "order-failed", "order-note")


def phase_of(event: Event) -> int:
    """The phase in which something happened: 0 before the first, 25 after the last."""
    digits = "".join(one for one in event.step if one.isdigit())
    if event.step[-1:].isalpha():
        return int(digits)
    return _BEFORE if digits in ("", "0", "1", "2", "3") else _AFTER


def heading(phase: int) -> str:
    """What a part of the account is called."""
    return {_BEFORE: "Before the first phase", _AFTER: "At the end of the turn"}.get(phase, f"Phase {phase}")


def account(events: Sequence[Event], seat: str, mood: Mood = Mood.HAPPENED) -> Section:
    """What happened, in the order of the phases."""
    said = [one for one in told_to(tellings(), events, seat, mood) if one.event.kind not in _FAILED]
    by_phase: dict[int, list[Said]] = {}
    for one in said:
        by_phase.setdefault(phase_of(one.event), []).append(one)
    blocks: list[Block] = []
    for phase in sorted(by_phase):
        lines = once([one.text for one in by_phase[phase] if one.battle is None])
        battles = [one.battle for one in by_phase[phase] if one.battle is not None]
        blocks += [Text(f"**{heading(phase)}**", "lead"), *battles, *([Bullets(tuple(lines))] if lines else [])]
    nothing = in_mood("Nothing [happened|would happen] where you could see it.", mood)
    title = in_mood("What [happened|would happen]", mood)
    return Section("account", title, tuple(blocks) or (Text(nothing),))


def attention(events: Sequence[Event], seat: str, unread: Sequence[str]) -> Section:
    """What the reader must look at first: bad news, orders that were not carried out and why, lines that nobody understood."""
    said = told_to(tellings(), events, seat)
    urgent = once([one.text for one in said if one.weight == "attention"])
    blocks: list[Block] = [Bullets(tuple(urgent))] if urgent else []
    failed = [event for event in events if event.kind == "order failed"]
    if failed:
        rows = tuple(
            (
                str(phase_of(one) or "-"),
                f"`{one.data['order']}`",
                str(one.data["name"]),
                f"{one.data['why']} {one.data['remedy']}".strip(),
            )
            for one in failed
        )
        columns = (Col("Phase", number=True), Col("Order"), Col("Of"), Col("Why not", wide=True))
        blocks.append(Table(columns, rows, caption="Orders not carried out"))
    elif not urgent:
        blocks.append(Text("No order failed, and nothing bad was heard.", "good"))
    if unread:
        lines = (" ".join(line.split()).replace("`", "'")[:_LONGEST_LINE] for line in unread)
        blocks += [Text(_UNREAD, "bad"), Bullets(tuple(f"`{line}`" for line in lines))]
    return Section("attention", "Needs your attention", tuple(blocks))
