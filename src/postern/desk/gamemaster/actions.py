"""What a game master does to a game: plain functions over a session, used by the command line and by mail alike.

Each writes a line into the journal and, where it touches the game, tells its players. MasterError says what is needed instead.
"""

from __future__ import annotations

import json
import os
import re
import secrets
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path

from sqlmodel import Session

from postern.desk.answers.filing import Filed, Filing
from postern.desk.context import Desk
from postern.desk.documents.templates import Part
from postern.desk.gamemaster.patching import applied, read_steps
from postern.desk.gamemaster.world import changes
from postern.desk.games import observing, standbys
from postern.desk.games.lookup import MasterError, Unsure, ensure_idle, found_game, found_seat
from postern.desk.games.mailboxes import seats_of_mailbox
from postern.desk.games.readiness import settle_early, withdraw_reminders
from postern.desk.games.seating import give_up_seat
from postern.desk.games.turns import tell_players
from postern.desk.outbox.outgoing import URGENT, About, NewLetter, master_token, put
from postern.desk.settings.config import game_paths
from postern.desk.settings.gamefile import GameConfig
from postern.desk.settings.tomlfile import ConfigError, parse
from postern.post.letter import is_address
from postern.store import games, inbox, journal, masters, observers, outbox, presses, seats
from postern.store.tables import Game, GameState, InboxLetter, LetterState, Press, Seat, SeatState

_LONGEST_FAULT = 600
"""How much of what a ruleset says of an unsound world is shown."""


def say(session: Session, desk: Desk, name: str, seat_name: str, text: str, actor: str) -> int:
    """Sends a text to every player of a game ("" as seat) or to one, in the game master's name. Returns to how many."""
    game, now = found_game(session, name), desk.clock.now()
    only = found_seat(session, game, seat_name) if seat_name else None
    if only is not None and only.player_id is None:
        raise MasterError(f"nobody holds {only.name} in {game.name}")
    if not text.strip():
        raise MasterError("there is nothing to say: the text stands on the lines below, up to a line END")
    journal.note(session, now, actor, "said", game.id, text=text, **({"seat": only.name} if only is not None else {}))
    data: dict[str, object] = {"text": text, "alone": only is not None}
    if only is not None:
        _tell_seat(session, desk, game, only, Part("moderator", data), now)
        return 1
    tell_players(session, desk, game, Part("moderator", data), now.isoformat(), now)
    return len(seats.addresses(session, game.id))


def submit(session: Session, desk: Desk, name: str, seat_name: str, text: str, actor: str) -> Filed:
    """Puts orders on file for a player who cannot write; they take the place of what was there.

    The player is told; a turn that waited for these orders alone runs.
    """
    game, now = found_game(session, name), desk.clock.now()
    seat = found_seat(session, game, seat_name)
    if game.state not in (GameState.RUNNING, GameState.PAUSED) or game.turn == 0 or seat.state != SeatState.PLAYING:
        raise MasterError(f"{seat.name} in {game.name} gives no orders now")
    if seat.computer:
        raise MasterError(f"{seat.name} in {game.name} is played by a computer player, which gives its own orders")
    ensure_idle(game, now)
    filing = Filing(
        read=partial(desk.cache.sheet, session, game, seat.name),
        check=partial(desk.cache.verdict, session, game, seat.name),
        before=None,
    )
    filing.take(text.splitlines(), 1)
    filed = filing.close(lambda _line: "", lambda _line: "")
    if not filed.accepted:
        why = "\n".join(refusals(filed)) or f"no line of it is an order of {game.title}."
        raise MasterError(f"nothing was changed.\n{why}")
    seats.put_orders(session, seat.id, game.turn, filed.text, now)
    withdraw_reminders(session, game, seat)
    if game.late_turn == game.turn:
        settle_early(session, game, desk.game_config(game), now)
    journal.note(session, now, actor, "submitted", game.id, seat=seat.name, turn=game.turn)
    orders = [one.words for one in filed.accepted]
    _tell_seat(session, desk, game, seat, Part("submitted", {"orders": orders}), now)
    return filed


def refusals(filed: Filed) -> list[str]:
    """The lines from which no order came, each with the reason."""
    return [f"NOT {one.text}: {one.why or one.remedy}" for one in (*filed.mend, *filed.not_orders)]


def eject(session: Session, desk: Desk, name: str, seat_name: str, reason: str, actor: str) -> None:
    """Takes a seat from its player, who is told and whose tokens become invalid; the seat is played on as after RESIGN."""
    game, now = found_game(session, name), desk.clock.now()
    seat = found_seat(session, game, seat_name)
    if seat.player_id is None:
        raise MasterError(f"nobody holds {seat.name} in {game.name}")
    _tell_seat(session, desk, game, seat, Part("ejected", {"reason": reason, "voted": False}), now)
    journal.note(session, now, actor, "ejected", game.id, seat=seat.name, reason=reason)
    give_up_seat(session, desk, game, seat, now, "was taken back by a game master")


def promote(session: Session, desk: Desk, name: str, address: str, actor: str, *, sure: bool = False) -> None:
    """Make somebody a game master of this game; tell them how to begin, and the players that there is one more.

    Raise Unsure where that is a player of the game, who would see everything, unless the master is ``sure``.
    """
    game, now = found_game(session, name), desk.clock.now()
    address = address.strip().lower()
    if not is_address(address):
        raise MasterError(f'"{address}" is not a mail address such as "gm@example.org"')
    if address in desk.config.desk.game_masters or game.name in masters.row(session, address).games:
        raise MasterError(f"{address} is a game master of {game.name} already")
    played = [seat.name for seat in seats_of_mailbox(session, game, address)]
    if played and not sure:
        raise Unsure(
            f"{address} plays {' and '.join(played)} in {game.name} and would see all that the others hide. The players would "
            "be told so"
        )
    masters.promote(session, address, game.name)
    journal.note(session, now, actor, "promoted", game.id, address=address)
    letter = NewLetter(
        address, [Part("promoted", {"game": game})], kind="master", reply_token=master_token(session, desk, address)
    )
    put(session, desk, letter, f"promoted/{game.id}/{address}/{now.isoformat()}", now)
    told = f"{game.name} has another game master now, who can see everything in it."
    told += f" It is the player of {' and '.join(played)}." if played else ""
    standbys.tell_of(session, desk, game, told, f"promoted/{now.isoformat()}", now)


def demote(session: Session, desk: Desk, name: str, address: str, actor: str) -> None:
    """Takes back what ``promote`` gave; the addresses of ``postern.toml`` stay masters of every game."""
    game = found_game(session, name)
    address = address.strip().lower()
    if not masters.demote(session, address, game.name):
        raise MasterError(f"{address} was not made a game master of {game.name}; those in postern.toml are changed there")
    journal.note(session, desk.clock.now(), actor, "demoted", game.id, address=address)


def observers_of(session: Session, name: str) -> list[str]:
    """The addresses that observe a game, in the order of coming."""
    return [address for _, address in observers.of_game(session, found_game(session, name).id)]


def drop_observer(session: Session, desk: Desk, name: str, address: str, actor: str) -> None:
    """Ends the letters to an observer, who is told."""
    game = found_game(session, name)
    if not observing.dismiss(session, desk, game, address.strip().lower(), actor, desk.clock.now()):
        raise MasterError(f"nobody observes {game.name} from {address}")


def patch_world(session: Session, desk: Desk, name: str, patch: str, reason: str, actor: str) -> tuple[str, ...]:
    """Applies a JSON Patch (RFC 6902) to the world whose orders are awaited, when the ruleset finds the result sound.

    The players are told that the world was mended and why, not what: that would tell secrets. Returns what each place was
    and is. The patch is kept in the journal whole.
    """
    game, now = found_game(session, name), desk.clock.now()
    if game.turn == 0 or game.state == GameState.FINISHED:
        raise MasterError(f"{game.name} is {game.state}; it has no world to mend")
    ensure_idle(game, now)
    rules = desk.rules(game)
    before = games.world(session, game.id, game.turn)
    steps = read_steps(patch)
    try:
        after = rules.dump(rules.load(applied(before, steps)))
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise MasterError(f"the world would not be sound:\n{str(error)[:_LONGEST_FAULT]}") from error
    if after == before:
        raise MasterError("the patch changes nothing")
    games.put_world(session, game.id, game.turn, after)
    game.version += 1
    session.add(game)
    session.flush()
    desk.cache.forget(game.id)
    journal.note(session, now, actor, "patched", game.id, turn=game.turn, patch=steps, reason=reason)
    tell_players(session, desk, game, Part("patched", {"reason": reason}), now.isoformat(), now)
    return changes(json.loads(before), json.loads(after), steps)


def set_option(desk: Desk, name: str, key: str, value: str) -> str:
    """Changes one setting in the game's file, comments and all else left as they are. Returns the line as it reads now.

    ``value`` is TOML, or a bare word or text. Raises MasterError when the file would not be usable; it stays as it was.
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    path = _game_file(desk, name)
    try:
        document = tomlkit.parse(path.read_text(encoding="utf-8"))
    except (OSError, TOMLKitError) as error:
        raise MasterError(f"{path.name} cannot be read: {error}") from error
    if key == "name":
        raise MasterError("a game keeps its name")
    try:
        read = tomlkit.parse(f"{key} = {value}")
    except TOMLKitError:
        read = tomlkit.parse(f"{key} = {json.dumps(value, ensure_ascii=False)}")
    document[key] = read[key]
    _write_game_file(desk, path, tomlkit.dumps(document))
    return tomlkit.dumps(read).strip()


def create_file(desk: Desk, text: str) -> str:
    """Writes a new game's file from its text. Returns the game's name. Raises MasterError when it cannot be used."""
    path = desk.config.games_folder / "new-game.toml"
    config = _parsed(text, path)
    if config.name in desk.files:
        raise MasterError(f"{config.name} has a file already; SET {config.name} changes it")
    _write_game_file(desk, desk.config.games_folder / f"{config.name.lower()}.toml", text)
    return config.name


def drop_letter(session: Session, desk: Desk, number: int, actor: str) -> None:
    """Gives a failed letter up for good; it stays stored."""
    row = _failed(session, number)
    inbox.settle(session, row, LetterState.IGNORED, f"set aside by {actor}", desk.clock.now())
    journal.note(session, desk.clock.now(), actor, "letter dropped", None, letter=number)


def answer_letter(session: Session, desk: Desk, number: int, text: str, actor: str) -> None:
    """Answers a failed letter in the game master's own words, and sets it aside."""
    row, now = _failed(session, number), desk.clock.now()
    if not text.strip():
        raise MasterError("there is nothing to answer: the text stands on the lines below, up to a line END")
    letter = NewLetter(row.address, [Part("master_words", {"text": text})], kind="answer", priority=URGENT)
    sent = put(session, desk, letter, f"words/{number}/{now.isoformat()}", now)
    if not sent:
        raise MasterError(f"letter {number} has no address that could be answered")
    inbox.settle(session, row, LetterState.HANDLED, f"answered by {actor}", now)
    journal.note(session, now, actor, "letter answered", None, letter=number)


def release_letter(session: Session, desk: Desk, number: int, actor: str) -> None:
    """Has a failed letter handled once more."""
    row = _failed(session, number)
    outbox.forget_reason(session, f"answer/{number}")
    outbox.forget_reason(session, f"failed/{number}")
    row.state, row.reason = LetterState.NEW, ""
    session.add(row)
    journal.note(session, desk.clock.now(), actor, "letter retried", None, letter=number)


def press_of(session: Session, desk: Desk, name: str, turn: int | None) -> list[tuple[Press, str]]:
    """The press of one turn (None: the one awaited) with each writer's name, where the game lets its masters read it."""
    game = found_game(session, name)
    if not desk.game_config(game).masters_read_press:
        raise MasterError(f"press of {game.name} is private: its file does not say masters_read_press = true")
    names = {seat.id: seat.name for seat in seats.of_game(session, game.id)}
    found = presses.of_turn(session, game.id, game.turn if turn is None else turn)
    return [(press, names.get(press.seat_id, "a former player")) for press in found]


def _failed(session: Session, number: int) -> InboxLetter:
    row = inbox.letter(session, number)
    if row is None or row.state != LetterState.FAILED:
        raise MasterError(f"letter {number} is not among those that failed")
    return row


def _tell_seat(session: Session, desk: Desk, game: Game, seat: Seat, part: Part, now: datetime) -> None:
    address = seats.addresses(session, game.id).get(seat.id)
    if address:
        data = {"game": game, "seat": seat, "zone": desk.game_config(game).zone, **part.data}
        letter = NewLetter(address, [Part(part.name, data)], kind="news", about=About(game, seat, game.turn), priority=URGENT)
        put(session, desk, letter, f"{part.name}/{now.isoformat()}/{seat.id}", now)


def _game_file(desk: Desk, name: str) -> Path:
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    for path in game_paths(desk.config.games_folder):
        try:
            if tomlkit.parse(path.read_text(encoding="utf-8")).get("name") == name.upper():
                return path
        except (OSError, TOMLKitError, UnicodeDecodeError):
            continue
    if said := unusable(desk, name):
        raise MasterError(said)
    raise MasterError(f'there is no file with name = "{name.upper()}" in {desk.config.games_folder}')


def unusable(desk: Desk, name: str) -> str:
    """Return what is wrong with the file of this game, or with files that may be its, a line each; "" for nothing."""
    desk.read_files()
    named = re.compile(rf"""^\s*name\s*=\s*["']{re.escape(name)}["']""", re.MULTILINE | re.IGNORECASE)

    def is_its(path: str) -> bool:
        try:
            return Path(path).stem.upper() == name.upper() or bool(named.search(Path(path).read_text("utf-8", "replace")))
        except OSError:
            return False

    faults = dict(desk.file_problems)
    its = [line for path, lines in faults.items() if is_its(path) for line in lines]
    return f"the file of {name.upper()} cannot be used:\n" + "\n".join(its) if its else ""


def _parsed(text: str, path: Path) -> GameConfig:
    try:
        return parse(text, path, GameConfig)
    except ConfigError as error:
        raise MasterError("the game's file could not be used:\n" + "\n".join(error.problems)) from error


def _write_game_file(desk: Desk, path: Path, text: str) -> None:
    """Replaces the file in one step, once it is known to be usable, and reads the games' files again."""
    _parsed(text, path)
    put_file(draft_file(path, text), path)
    desk.read_files()


def draft_file(path: Path, text: str) -> Path:
    """Writes the text beside a game's file, for ``put_file``. Raises MasterError with what to do where that cannot be."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(text, encoding="utf-8")
        # Readable as the file before it: another account may keep the games' files than runs the daemon.
        draft.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o644)
    except OSError as error:
        raise _unwritten(draft, path, error) from error
    return draft


def put_file(draft: Path, path: Path) -> None:
    """Puts the draft in the place of the game's file in one step. Raises MasterError as ``draft_file``."""
    try:
        os.replace(draft, path)
    except OSError as error:
        raise _unwritten(draft, path, error) from error


def _unwritten(draft: Path, path: Path, error: OSError) -> MasterError:
    with suppress(OSError):
        draft.unlink(missing_ok=True)
    return MasterError(
        f"{path} cannot be written ({error.strerror or error}); let the account that Postern runs as write in {path.parent} "
        "(with systemd: ReadWritePaths), or write the file there yourself"
    )
