"""Orders on file: how a letter changes them, and how they are read back to the player.

The first lines of orders in a letter replace the orders on file; later lines of the same letter are added to them. After ADD
everything is added; CANCEL clears. Lines that the game cannot read are told to the player and not kept, so that they do not
come back with every later answer. A letter without any order leaves the orders on file as they are. So does a letter none of
whose orders can be carried out, while some of those on file can.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from postern.desk.language.corrections import Correction
from postern.desk.language.parse import is_typed, numbered
from postern.desk.language.readback import without_words
from postern.game.orders import OrderSheet, Problem, Program, Verdict, shown
from postern.post.letter import Frame
from postern.store.filed import FiledSet


@dataclass(frozen=True)
class Line:
    """One line of orders: its text, and its number in the letter just read. 0: it was not typed there, but was on file before,
    or is a ``frame``, a line of ours that the letter quotes above typed ones."""

    text: str
    number: int = 0
    frame: bool = False

    @property
    def old(self) -> bool:
        """Whether the line was on file before the letter."""
        return not (self.number or self.frame)


@dataclass(frozen=True)
class OnFile:
    """An accepted order as read back; ``note`` says what was changed in it."""

    number: int
    code: str
    words: str
    note: str = ""


@dataclass(frozen=True)
class Filed:
    """How the orders stand after a letter: the text to keep, and what to tell."""

    text: str | None
    sheet: OrderSheet
    accepted: tuple[OnFile, ...]
    mend: tuple[Correction, ...]
    notes: tuple[Correction, ...]
    unmentioned: tuple[str, ...]
    programs: tuple[Program, ...]
    not_orders: tuple[Correction, ...]
    replaced: int
    gone: tuple[OnFile, ...]
    """What was on file and is so no longer, where the letter brought fewer orders than it replaced."""
    kept_old: bool
    useless: bool
    """Whether none of the letter's orders can be carried out, for which those on file stayed."""
    changed: bool
    unread: tuple[str, ...]
    """Lines of the letter of which no order came."""


def replaced_by(filed: str, new: str) -> str:
    """What is on file after a letter where the newest letter holds all orders of its seat."""
    return new


@dataclass
class Filing:
    """Collects what one letter says about the orders of one seat.

    ``read`` and ``check`` are the ruleset's reading and verdict of a text on the seat's view, ``merge`` how it joins a letter's
    orders with those on file (``Ruleset.merge``); ``before`` is the text on file.
    """

    read: Callable[[str], OrderSheet]
    check: Callable[[str], Verdict]
    before: str | None
    merge: Callable[[str, str], str] = replaced_by
    lines: list[Line] = field(default_factory=list)
    stray: list[tuple[Line, Problem | None]] = field(default_factory=list)
    """Lines passed over because no order is among them, each with what is wrong with it where it was meant as one."""
    adding: bool = False
    begun: bool = False
    """Whether the letter's first orders have taken the place of those on file."""
    replaced: bool = False
    touched: bool = False
    kept_old: bool = False
    given: int = 0
    """How many lines were taken from the letter, blank ones not counted."""
    cleared: bool = False
    """Whether what was on file before, and what was said of it, is gone: by new orders or by CANCEL."""
    put_back: FiledSet | None = None
    """The earlier set that UNDO or REDO brought back."""

    def __post_init__(self) -> None:
        self.lines = [Line(text) for text in (self.before or "").splitlines()]

    def take(self, lines: Sequence[str], first: int) -> None:
        """Adds orders as written, from line ``first`` of the letter on."""
        given = sum(map(is_typed, lines))
        texts = without_words(lines, self.read, self.check)
        fresh = [_line(text, number, line) for text, number, line in zip(texts, numbered(lines, first), lines, strict=True)]
        on_file = any(line.old and line.text.strip() for line in self.lines)
        sheet = self.read("\n".join(texts)) if on_file else None
        if sheet is not None and not sheet.orders:
            wrong = {problem.line: problem for problem in reversed(sheet.problems) if not problem.note}
            self.stray += [(line, wrong.get(at)) for at, line in enumerate(fresh, 1) if line.number and line.text.strip()]
            self.kept_old = self.kept_old or not self.adding
            return
        if not self.adding and not self.begun:
            self.lines = self._merged(fresh)
            self.begun = self.cleared = True
            self.replaced = on_file
        else:
            self.lines += [Line(""), *fresh] if self.lines else fresh
        self.given += given
        self.touched = True

    def _merged(self, fresh: list[Line]) -> list[Line]:
        """The lines on file after the letter's first orders, each with the number that it has in the letter."""
        texts = self.merge("\n".join(line.text for line in self.lines), "\n".join(line.text for line in fresh)).split("\n")
        found, rest = [], list(fresh)
        for text in texts:
            at = next((at for at, line in enumerate(rest) if line.text == text), None)
            found.append(Line(text) if at is None else rest.pop(at))
        return found

    def pass_over(self, lines: Sequence[str], first: int) -> bool:
        """Notes lines that come too late to count, from line ``first`` of the letter on. Returns whether orders are among
        them."""
        given = zip(lines, numbered(lines, first), strict=True)
        self.stray += [(Line(text, number), None) for text, number in given if is_typed(text)]
        return bool(self.read("\n".join(lines)).orders)

    def written(self) -> str:
        """What the letter holds for this seat, besides commands."""
        fresh = [line for line in self.lines if not line.old]
        return "\n".join(line.text for line in (*fresh, *(line for line, _ in self.stray)))

    def has_brought_orders(self) -> bool:
        """Whether orders are in what the letter holds for this seat."""
        return bool(self.read(self.written()).orders)

    def cancel(self) -> None:
        """Takes everything off file."""
        self.lines = []
        self.touched = self.cleared = True

    def turn_to(self, earlier: FiledSet) -> None:
        """Puts an earlier set of orders in place of what is on file."""
        self.lines = [Line(text) for text in earlier.text.splitlines()]
        self.touched, self.put_back = True, earlier

    def close(self, guess: Callable[[str], str], reply: Callable[[str], str]) -> Filed:
        """Reads everything and returns how the orders stand. ``guess(line)`` gives the nearest command, ``reply(line)`` the
        answer to a question, or ""."""
        numbered = dict(enumerate(self.lines, 1))
        whole = "\n".join(line.text for line in self.lines)
        sheet, verdict = self.read(whole), self.check(whole)
        problems = [_mend(problem, numbered, guess, reply) for problem in self._with_good_remedies(verdict) if not problem.note]
        notes: dict[tuple[int, str], str] = {}
        for problem in verdict.problems:
            if problem.note and problem.line:
                about = problem.line, problem.order
                notes[about] = f"{notes.get(about, '')} {problem.why} {problem.remedy}".strip()
        told_lines = {reading.line for reading in verdict.accepted}
        kept = self._readable(sheet)
        fresh = [line.text for line in self.lines if line.number and line.text.strip()]
        wrong = {problem.line for problem in sheet.problems}
        unread = [numbered[at].text for at in sorted(_without_order(sheet) & wrong) if at in numbered and numbered[at].number]
        before = self.check(self.before) if self.replaced and self.before else None
        useless = before is not None and bool(before.accepted) and not verdict.accepted
        if before is not None and useless:
            kept, sheet, verdict = self.before or "", self.read(self.before or ""), replace(before, problems=verdict.problems)
            unread = fresh
        as_it_was = self.touched and self.before is not None and _meaning(sheet) == _meaning(self.read(self.before))
        if as_it_was:
            kept = self.before or ""  # the same again is no change, which UNDO would take back
        return Filed(
            text=kept if sheet.orders and kept.strip() else None,
            sheet=sheet,
            accepted=_numbered(verdict, {} if useless else notes),
            mend=tuple(problems),
            notes=_drawn_together(
                _mend(problem, numbered, guess, reply)
                for problem in verdict.problems
                if problem.note and problem.line not in told_lines and not _told_before(numbered.get(problem.line))
            ),
            unmentioned=verdict.unmentioned,
            programs=verdict.programs,
            not_orders=tuple(_stray(line, problem, guess, reply) for line, problem in self.stray),
            replaced=len(before.accepted) if before is not None and not useless else 0,
            gone=_gone(before, verdict) if before is not None and not useless else (),
            kept_old=self.kept_old,
            useless=useless,
            changed=self.touched and not as_it_was,
            unread=(*unread, *(line.text for line, _ in self.stray if not reply(line.text))),
        )

    def _with_good_remedies(self, verdict: Verdict) -> list[Problem]:
        """The problems, without the lines offered instead that would themselves be refused where they would stand."""
        places: dict[str, int] = {}
        for problem in verdict.problems:
            if problem.paste and problem.line and not problem.note:
                places.setdefault(problem.paste, problem.line)
        refused = self._refused(places)
        for paste in [paste for paste in places if paste in refused][:_MOST_ALONE] if len(places) > 1 else ():
            refused -= {paste} - self._refused({paste: places[paste]})  # it may have been another one that spoke against it
        return [
            replace(one, paste="", remedy=_NO_OFFER if one.remedy.rstrip().endswith((":", "?")) else one.remedy)
            if one.paste in refused and not one.note
            else one
            for one in verdict.problems
        ]

    def _refused(self, places: Mapping[str, int]) -> set[str]:
        """Those of the lines offered, with where they would stand, that are refused there."""
        if not places:
            return set()
        offered = {line: paste for paste, line in places.items()}
        texts = [offered.get(at, line.text) for at, line in enumerate(self.lines, 1)]
        refused = {problem.line for problem in self.check("\n".join(texts)).problems if not problem.note}
        return {paste for paste, line in places.items() if line in refused or offered[line] != paste}

    def _readable(self, sheet: OrderSheet) -> str:
        """The lines without those that gave a problem and no order, unless that would change how the others read."""
        whole = [line.text for line in self.lines]
        bad = _without_order(sheet)
        if not bad:
            return "\n".join(whole)
        rest = "\n".join(text for position, text in enumerate(whole, 1) if position not in bad)
        again = self.read(rest)
        same = [order.code for order in again.orders] == [order.code for order in sheet.orders]
        return rest if same else "\n".join(whole)


def _line(text: str, number: int, written: str) -> Line:
    """A line of the letter, as it was ``written`` there."""
    return Line(text, 0, frame=True) if isinstance(written, Frame) else Line(text, number)


def _without_order(sheet: OrderSheet) -> set[int]:
    """The lines that gave a problem and no order."""
    wrong = [problem for problem in sheet.problems if not problem.note]
    with_order = {order.line for order in sheet.orders}
    return {line for one in wrong for line in range(one.line, one.line + one.lines)} - with_order


def _gone(before: Verdict, now: Verdict) -> tuple[OnFile, ...]:
    """The orders that are on file no longer, where there are fewer now."""
    if len(now.accepted) >= len(before.accepted):
        return ()
    left = Counter(reading.code for reading in now.accepted)
    gone = []
    for one in _numbered(before, {}):
        left[one.code] -= 1
        gone += [one] if left[one.code] < 0 else []
    return tuple(gone)


def _meaning(sheet: OrderSheet) -> list[tuple[str, object]]:
    """The orders as they would be carried out, however they were written."""
    return [(order.code, order.data) for order in sheet.orders]


def _told_before(line: Line | None) -> bool:
    """Whether the line was on file before this letter: what it is was said when it came."""
    return line is not None and line.old


def _drawn_together(notes: Iterable[Correction]) -> tuple[Correction, ...]:
    """Notes on neighbouring lines of which the same is said, and nothing to write instead, become one."""
    runs: list[list[Correction]] = []
    for note in notes:
        last = runs[-1][-1] if runs else None
        same = last is not None and not (note.remedy or note.paste or last.remedy or last.paste) and note.why == last.why
        if same and last is not None and 0 < note.line - last.line <= 2:
            runs[-1].append(note)
        else:
            runs.append([note])
    return tuple(
        replace(run[0], why=f"{run[0].why.rstrip('.')}{_more(len(run) - 1)}.") if len(run) > 1 else run[0] for run in runs
    )


def _more(lines: int) -> str:
    return " (and one more line)" if lines == 1 else f" (and {lines} more lines)"


def _numbered(verdict: Verdict, notes: dict[tuple[int, str], str]) -> tuple[OnFile, ...]:
    """The orders with their notes, by line and order; notes of no order in particular go to the first one of their line."""
    result = []
    for number, reading in enumerate(verdict.accepted, 1):
        told = [notes.pop((reading.line, about), "") for about in ("", reading.code)]
        result.append(OnFile(number, shown(reading.code), reading.words, " ".join(filter(None, told))))
    return tuple(result)


_MOST_ALONE = 6
"""Lines offered instead of wrong ones that are judged one by one, after all of them together."""
_NO_OFFER = "HELP ORDERS shows how orders are written."
_NOT_ONE = " It takes all orders off file. To take one off, send those that you keep: they replace what is on file."


def _how(command: str, written: str) -> str:
    """Where to find how a command is written, for a line that has more in it than the command's word."""
    if len(written.split()) < 2:
        return ""
    return _NOT_ONE if command == "CANCEL" else f" HELP {command} tells how it is written."


def _stray(line: Line, problem: Problem | None, guess: Callable[[str], str], reply: Callable[[str], str]) -> Correction:
    near = guess(line.text)
    if problem is not None and (not near or problem.known):
        return _mend(problem, {problem.line: line}, guess, reply)
    return Correction(
        line.number,
        line.text.strip(),
        "",
        f"Did you mean {near}?{_how(near, line.text)}" if near else reply(line.text),
        "",
    )


def _mend(problem: Problem, lines: Mapping[int, Line], guess: Callable[[str], str], reply: Callable[[str], str]) -> Correction:
    """What is told of a problem. ``lines`` are those of the text that was read, by their numbers in it."""
    line = lines.get(problem.line)
    problem = replace(problem, why=_named(problem.why, problem, lines), remedy=_named(problem.remedy, problem, lines))
    number, old = (line.number, line.old) if line else (0, False)
    text = (problem.text or (line.text if line else "")).strip()
    near = guess(text) if not problem.known and (problem.code.startswith("unknown") or not problem.paste) else ""
    if not near and line is not None and line.number and (answer := reply(text)):
        return Correction(number, text, "", answer, "")
    remedy = f"Did you mean the command {near}?{_how(near, text)}  {problem.remedy}".strip() if near else problem.remedy
    return Correction(number, text, problem.why, remedy, problem.paste, old)


def _named(text: str, problem: Problem, lines: Mapping[int, Line]) -> str:
    """What is said of a problem, with the numbers that the lines it speaks of have in the letter just read."""

    def told(match: re.Match[str]) -> str:
        at = int(match[1])
        line = lines.get(at)
        if at not in problem.names or line is None:
            return match[0]
        return (
            f"line {line.number}" if line.number else "a line on file" if line.old else f'the quoted line "{line.text.strip()}"'
        )

    return re.sub(r"\bline ([0-9]+)\b", told, text) if problem.names else text
