"""The commands that a game master sends by mail, one small function each. HELP lists them in the order of ``VERBS``."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.delivery import mailroom
from postern.desk.documents.document_request import DocumentRequest
from postern.desk.documents.templates import count
from postern.desk.gamemaster import actions, master
from postern.desk.gamemaster.digest import digest_text
from postern.desk.gamemaster.entries import entry_line
from postern.desk.gamemaster.reseating import reseat
from postern.desk.gamemaster.world import FORMS, look
from postern.desk.games.lookup import MasterError, finished_game, found_game, moment_in
from postern.desk.games.reporting import history_request
from postern.desk.settings.preferences import Prefs
from postern.desk.timing.durations import duration
from postern.desk.timing.moments import Dial, told
from postern.game.kit.orders.digits import is_number
from postern.store import games, inbox, journal, masters
from postern.store.tables import Game, GameState, LetterState

_LONGEST_ENTRY = 60
_MOST_DIGITS = 9
"""No turn and no letter has a longer number: this is what a column of the database holds."""


@dataclass(frozen=True)
class Errand:
    """One line of a game master's letter. ``words`` are those behind the verb, ``body`` the lines below it."""

    session: Session
    desk: Desk
    actor: str
    words: tuple[str, ...]
    rest: str
    body: str
    requests: list[DocumentRequest] = field(default_factory=list)
    """Documents that the answer is to bring."""
    sure: bool = False
    """Whether the master was asked about this line and said yes."""

    def game(self) -> str:
        """The name of the game that the line is about. Raises MasterError when it is not this master's."""
        if not self.words:
            raise MasterError("say which game, as in QJ-101")
        name = self.words[0].upper()
        found_game(self.session, name)
        allowed = self.actor in self.desk.config.desk.game_masters or name in masters.row(self.session, self.actor).games
        if not allowed:
            raise MasterError(f"you are not a game master of {name}")
        return name

    def word(self, place: int, what: str) -> str:
        """The word at this place behind the verb (1: the game). Raises MasterError when it is missing."""
        if len(self.words) < place:
            raise MasterError(f"{what} is missing")
        return self.words[place - 1]

    def number(self, place: int, what: str) -> int:
        """As ``word``, a whole number."""
        word = self.word(place, what)
        if not is_number(word):
            raise MasterError(f'"{word}" is not a number; {what} is needed there')
        if len(word) > _MOST_DIGITS:
            raise MasterError(f'"{word}" is too long a number; {what} is needed there')
        return int(word)

    def after(self, place: int) -> str:
        """What follows the first ``place`` words, as it was written."""
        return " ".join(self.words[place:])

    def everywhere(self) -> None:
        """Raises MasterError unless the writer is a master of all games."""
        if self.actor not in self.desk.config.desk.game_masters:
            raise MasterError("that is for the masters of the whole desk")


@dataclass(frozen=True)
class Verb:
    """A word of the game master's: how it is written, what it does, whether lines below belong to it (to a line END).

    ``looks``: the words behind it with which it only looks, so that a letter from any address may do it; None: it never does.
    """

    form: str
    summary: str
    run: Callable[[Errand], str]
    body: bool = False
    looks: re.Pattern[str] | None = None

    @property
    def word(self) -> str:
        """The word itself."""
        return self.form.split()[0]


def _games(errand: Errand) -> str:
    everything = _mine(errand)
    listed = [game for game in everything if not game.practice or errand.rest.upper() == "PRACTICE"]
    rows = [_game_line(master.line(errand.session, errand.desk, game)) for game in listed] or ["There are no games yet."]
    if left := len(everything) - len(listed):
        rows.append(f"And {count(left, 'practice game')}; GAMES PRACTICE lists them, too.")
    return "\n".join(rows)


def _mine(errand: Errand) -> list[Game]:
    if errand.actor in errand.desk.config.desk.game_masters:
        return games.in_states(errand.session)
    own = masters.row(errand.session, errand.actor).games
    return [game for game in games.in_states(errand.session) if game.name in own]


def _game_line(line: master.GameLine) -> str:
    when = told(line.deadline, Dial(line.config.zone)) if line.deadline else "no deadline"
    reason = f" ({line.reason})" if line.reason else ""
    return f"{line.name}  {line.title}: {line.state}{reason}, turn {line.turn}, {when}, {line.awaited} awaited"


def _show(errand: Errand) -> str:
    line = master.line(errand.session, errand.desk, found_game(errand.session, errand.game()))
    rows = [_game_line(line), line.deadlines]
    for seat in line.seats:
        marks = [mark for mark, is_so in (("orders", seat.orders), ("ready", seat.ready)) if is_so]
        missed = f", missed {seat.missed} in a row" if seat.missed else ""
        missed += f", in time {seat.reliable}" if seat.reliable else ""
        idle = "plays when the turn runs" if seat.computer else "nothing yet"
        rows.append(f"  {seat.name:7} {'computer' if seat.computer else seat.address or seat.state}: "
                    f"{' and '.join(marks) or idle}{missed}")  # fmt: skip
    return "\n".join(rows)


def _create(errand: Errand) -> str:
    errand.everywhere()
    name = actions.create_file(errand.desk, errand.body) if errand.body.strip() else errand.word(1, "the game's name")
    line = master.create_in(errand.session, errand.desk, name.upper(), errand.actor)
    return line.opened


def _start(errand: Errand) -> str:
    name = errand.game()
    master.start_in(errand.session, errand.desk, name, errand.actor)
    return f"{name} begins; the set-up letters go out."


def _pause(errand: Errand) -> str:
    name = errand.game()
    master.pause_in(errand.session, errand.desk, name, errand.after(1), errand.actor)
    return f"{name} is paused; its players are told."


def _resume(errand: Errand) -> str:
    name = errand.game()
    moment = master.resume_in(errand.session, errand.desk, name, errand.actor)
    return f"{name} goes on" + (f"; next deadline {_told(errand, name, moment)}." if moment else ".")


def _extend(errand: Errand) -> str:
    name = errand.game()
    by, until = _span_or_moment(errand, name)
    moment, away = master.extend_in(errand.session, errand.desk, name, by, until, errand.actor, sure=errand.sure)
    told_of = f"{name}: the deadline is now {_told(errand, name, moment)}; its players are told."
    return f"{told_of} {away}".strip()


def _span_or_moment(errand: Errand, name: str) -> tuple[timedelta | None, datetime | None]:
    text = errand.after(1)
    if until := re.fullmatch(r"(?:TO|UNTIL|TILL)\s+(.+)|(.*\d:\d\d)", text.strip(), re.IGNORECASE):
        game = found_game(errand.session, name)
        zone = errand.desk.game_config(game).zone
        return None, moment_in(until[1] or until[2], zone, errand.desk.clock.now(), game.deadline)
    try:
        return duration(text.removeprefix("BY ").removeprefix("by ")), None
    except ValueError as error:
        raise MasterError(f"{error}; or write UNTIL Fri 20:00, UNTIL 2026-12-24 20:00") from error


def _run(errand: Errand) -> str:
    name = errand.game()
    master.run_soon(errand.session, errand.desk, name, errand.actor)
    return f"{name}: the turn runs now, whoever is awaited; the reports follow."


def _rollback(errand: Errand) -> str:
    name, turn = errand.game(), errand.number(2, "the turn to take back")
    master.rollback_in(errand.session, errand.desk, name, turn, errand.after(2), errand.actor)
    return f"{name} awaits turn {turn} again and is paused; later reports are void, its players are told. RESUME goes on."


def _replay(errand: Errand) -> str:
    name, turn = errand.game(), errand.number(2, "the turn to run again")
    return master.replay_in(errand.session, name, turn).words


def _history(errand: Errand) -> str:
    game = finished_game(errand.session, errand.game())
    full = errand.after(1).strip().upper() == "FULL"
    errand.requests.append(history_request(game, errand.desk.game_config(game), Prefs(), full))
    more = "" if full else f"\nHISTORY {game.name} FULL brings everybody's orders and reports, too."
    return f"The history of {game.name} comes with this letter.{more}"


def _set(errand: Errand) -> str:
    name = errand.game()
    found = re.fullmatch(r"\S+\s+([A-Za-z_]+)\s*(?:=|\s)\s*(.+)", errand.rest)
    if not found:
        raise MasterError('it is written SET QJ-101 deadline = "Fri 20:00"')
    line = actions.set_option(errand.desk, name, found[1].lower(), found[2])
    journal.note(errand.session, errand.desk.clock.now(), errand.actor, "set", found_game(errand.session, name).id, line=line)
    return f"{name}: its file says {line} now. A changed schedule counts from the next turn; EXTEND moves this one."


def _say(errand: Errand) -> str:
    seat = errand.after(1).upper()
    number = actions.say(errand.session, errand.desk, errand.game(), seat, errand.body, errand.actor)
    return f"Said to {seat or count(number, 'player')}."


def _submit(errand: Errand) -> str:
    name, seat = errand.game(), errand.word(2, "the seat").upper()
    filed = actions.submit(errand.session, errand.desk, name, seat, errand.body, errand.actor)
    lines = [f"{seat} has {count(len(filed.accepted), 'order')} on file now, and is told:"]
    lines += [f"  {one.code}  {one.words}" for one in filed.accepted]
    lines += [f"  {refusal}" for refusal in actions.refusals(filed)]
    return "\n".join(lines)


def _eject(errand: Errand) -> str:
    name, seat = errand.game(), errand.word(2, "the seat").upper()
    actions.eject(errand.session, errand.desk, name, seat, errand.after(2), errand.actor)
    told = f"{seat} in {name} has no player any more; whoever held it is told, and the old letters no longer open it."
    return f"{told} RESEAT {name} {seat} gives it back."


def _reseat(errand: Errand) -> str:
    name, seat = errand.game(), errand.word(2, "the seat").upper()
    return reseat(errand.session, errand.desk, name, seat, errand.after(2), errand.actor)


def _promote(errand: Errand) -> str:
    name, address = errand.game(), errand.word(2, "the address")
    errand.everywhere()
    actions.promote(errand.session, errand.desk, name, address, errand.actor, sure=errand.sure)
    return f"{address} is a game master of {name} now, and is told; so are its players."


def _demote(errand: Errand) -> str:
    name, address = errand.game(), errand.word(2, "the address")
    errand.everywhere()
    actions.demote(errand.session, errand.desk, name, address, errand.actor)
    return f"{address} is no game master of {name} any more."


def _observers(errand: Errand) -> str:
    name = errand.game()
    if len(errand.words) > 1:
        if errand.words[1].upper() != "DROP":
            raise MasterError(f"it is written OBSERVERS {name}, or OBSERVERS {name} DROP joe@example.org")
        address = errand.word(3, "the address")
        actions.drop_observer(errand.session, errand.desk, name, address, errand.actor)
        return f"{address} observes {name} no longer, and is told."
    found = actions.observers_of(errand.session, name)
    return "\n".join([f"{count(len(found), 'observer')} of {name}{':' if found else '.'}", *(f"  {one}" for one in found)])


def _patch(errand: Errand) -> str:
    name = errand.game()
    changed = actions.patch_world(errand.session, errand.desk, name, errand.body, errand.after(1), errand.actor)
    rows = "".join(f"\n  {one}" for one in changed)
    return f"{name}: the world was mended in {count(len(changed), 'place')}; its players are told that it was.{rows}"


def _world(errand: Errand) -> str:
    seen = look(errand.session, errand.desk, errand.game(), errand.after(1))
    return FORMS["txt"](seen).decode()


def _press(errand: Errand) -> str:
    name = errand.game()
    turn = errand.number(2, "the turn") if len(errand.words) > 1 else None
    found = actions.press_of(errand.session, errand.desk, name, turn)
    if not found:
        return f"No press in {name} that turn."
    return "\n\n".join(f"{writer} to {', '.join(press.recipients)}:\n{press.text}" for press, writer in found)


def _journal(errand: Errand) -> str:
    game = found_game(errand.session, errand.game())
    zone = errand.desk.game_config(game).zone
    rows = journal.of_game(errand.session, game.id)
    return "\n".join(entry_line(row, Dial(zone), _LONGEST_ENTRY) for row in rows)


def _letters(errand: Errand) -> str:
    errand.everywhere()
    found = inbox.in_state(errand.session, LetterState.FAILED)
    return "\n".join(f"{letter.id}  {letter.address}  {letter.reason}" for letter in found) or "No letter has failed."


def _retry(errand: Errand) -> str:
    errand.everywhere()
    number = errand.number(1, "the letter's number")
    actions.release_letter(errand.session, errand.desk, number, errand.actor)
    errand.session.info["handle"] = True
    return f"Letter {number} is handled once more."


def _drop(errand: Errand) -> str:
    errand.everywhere()
    number = errand.number(1, "the letter's number")
    actions.drop_letter(errand.session, errand.desk, number, errand.actor)
    return f"Letter {number} is set aside; it stays on record."


def _answer(errand: Errand) -> str:
    errand.everywhere()
    number = errand.number(1, "the letter's number")
    actions.answer_letter(errand.session, errand.desk, number, errand.body, errand.actor)
    return f"Letter {number} is answered in your words and set aside."


def _digest(errand: Errand) -> str:
    open_games = [game for game in _mine(errand) if game.state != GameState.FINISHED]
    return digest_text(errand.session, errand.desk, open_games) or "Nothing needs your attention."


def _release(errand: Errand) -> str:
    errand.everywhere()
    address = errand.word(1, "the address").strip("<>,;").lower()
    if address != "all":
        if not mailroom.release(errand.session, errand.desk, address, errand.actor):
            raise MasterError(f"nothing is held back for {address}")
        return f"Letters to {address} go out again."
    lifted = [one.address for one in mailroom.stops(errand.session) if one.until is not None]
    for address in lifted:
        mailroom.release(errand.session, errand.desk, address, errand.actor)
    if not lifted:
        raise MasterError("no answers are held back")
    return f"Answers go out again to {', '.join(address or 'everybody' for address in lifted)}."


def _help(errand: Errand) -> str:
    width = max(len(verb.form) for verb in VERBS if len(verb.form) <= 24) + 2
    rows = []
    for verb in VERBS:
        lead = f"{verb.form:{width}}" if len(verb.form) < width else f"{verb.form}\n{'':{width}}"
        rows.append(lead + verb.summary)
    return "\n".join(rows)


def _told(errand: Errand, name: str, moment: datetime) -> str:
    zone: ZoneInfo = errand.desk.game_config(found_game(errand.session, name)).zone
    return told(moment, Dial(zone))


_ANYTHING = re.compile(r".*", re.DOTALL)
_ONE_WORD = re.compile(r"\S*")

VERBS: tuple[Verb, ...] = (
    Verb("GAMES", "your games, a line each", _games, looks=_ANYTHING),
    Verb("SHOW game", "its seats, who has ordered", _show, looks=_ANYTHING),
    Verb("DIGEST", "what needs attention now", _digest, looks=_ANYTHING),
    Verb("RELEASE address", "lets held-back answers go; or ALL", _release),
    Verb("CREATE game", "opens the game of that file", _create),
    Verb("CREATE", "its file below, to END: writes it, opens it", _create, body=True),
    Verb("START game", "begins; computers take free seats", _start),
    Verb("PAUSE game reason", "takes the deadline away", _pause),
    Verb("RESUME game", "goes on with a fresh deadline", _resume),
    Verb("EXTEND game 2d", "or UNTIL Fri 20:00", _extend),
    Verb("RUN game", "runs the turn at once", _run),
    Verb("ROLLBACK game 7 reason", "takes turn 7 and later ones back", _rollback),
    Verb("REPLAY game 7", "runs it again and compares", _replay),
    Verb("HISTORY game", "how it went, once over; FULL: with all logs", _history, looks=_ANYTHING),
    Verb("SET game key = value", "one setting of its file", _set),
    Verb("SAY game seat", "text below, to END: to one player, or all", _say, body=True),
    Verb("SUBMIT game seat", "orders below, to END: for a player", _submit, body=True),
    Verb("EJECT game seat reason", "takes the seat from its player", _eject),
    Verb("RESEAT game seat", "to who held it last; with address: offered there", _reseat),
    Verb("PROMOTE game address", "makes a second game master", _promote),
    Verb("DEMOTE game address", "takes that back", _demote),
    Verb("OBSERVERS game", "who observes it; with DROP address: no more", _observers, looks=_ONE_WORD),
    Verb("PATCH game reason", "JSON Patch below, to END: mends the world", _patch, body=True),
    Verb("WORLD game seat", "as the seat sees it; without a seat, all of it", _world, looks=_ANYTHING),
    Verb("PRESS game 7", "the press of a turn, if the game allows", _press, looks=_ANYTHING),
    Verb("JOURNAL game", "who did what to it", _journal, looks=_ANYTHING),
    Verb("LETTERS", "letters that failed", _letters, looks=_ANYTHING),
    Verb("RETRY 12", "handles letter 12 once more", _retry),
    Verb("DROP 12", "sets letter 12 aside", _drop),
    Verb("ANSWER 12", "text below, to END: answers its writer", _answer, body=True),
    Verb("HELP", "this list", _help, looks=_ANYTHING),
)
