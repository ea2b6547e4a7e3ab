"""What a game master does, as asynchronous functions over a ``Desk``: the command line calls them.

Every change is one transaction, is written into the journal, and is told to the players whom it concerns. MasterError says
what is needed instead.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.delivery import moving
from postern.desk.documents.templates import Part
from postern.desk.documents.work import TurnDone, TurnJob, run_turn, sheets_from_json
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster.actions import release_letter, unusable
from postern.desk.games import forgetting, observing
from postern.desk.games.absences import away_at, past_absences
from postern.desk.games.lookup import MasterError as MasterError
from postern.desk.games.lookup import Unsure, ensure_idle, found_game
from postern.desk.games.readiness import EARLY_RUN_CALLED_OFF, awaited, settle_early
from postern.desk.games.schedules import scheduled
from postern.desk.games.seating import begin
from postern.desk.games.turns import RUN_NOW, advance, tell_players
from postern.desk.settings.gamefile import GameConfig
from postern.desk.settings.rulesets import ruleset
from postern.desk.timing.deadlines import next_deadline
from postern.desk.timing.moments import Dial, told
from postern.post.letter import is_address
from postern.post.tokens import plus_address
from postern.store import attendance, games, inbox, journal, outbox, seats, turns
from postern.store.tables import GOING_ON, Game, GameState, InboxLetter, LetterState, SeatState

_WORLD, _ORDERS = "the world", "the orders"
"""What a replay compares besides reports, as it is called."""
_FARTHEST = timedelta(days=3660)
"""How far ahead a deadline may be moved."""


@dataclass(frozen=True)
class SeatLine:
    """One seat as ``show`` lists it."""

    name: str
    address: str
    computer: bool
    state: str
    ready: bool
    orders: bool
    missed: int
    reliable: str
    """How many of its player's turns in all games brought orders in time."""


@dataclass(frozen=True)
class PlayerLine:
    """One player as ``player list`` shows them: the seats they hold, and how reliable they are."""

    address: str
    seats: tuple[str, ...]
    score: attendance.Score


@dataclass(frozen=True)
class GameLine:
    """One game as ``games`` lists it, with its seats as ``show`` adds them."""

    name: str
    title: str
    state: str
    reason: str
    practice: bool
    turn: int
    deadline: datetime | None
    early_at: datetime | None
    awaited: int
    seats: tuple[SeatLine, ...]
    config: GameConfig

    @property
    def opened(self) -> str:
        """What a game master is told when the game is opened."""
        seats = f"{self.config.seats} seats, {self.config.computers or 'none'} of them for computers"
        return f"{self.name} is open: {self.title}, {seats}. {self.deadlines}"

    @property
    def due(self) -> str:
        """When its turn runs, in a sentence."""
        dial = Dial(self.config.zone)
        if self.state in (GameState.FORMING, GameState.STARTING):
            return "It has not begun."
        if self.state not in GOING_ON:
            return "It awaits no turn any more."
        due = f"is due {told(self.deadline, dial)}" if self.deadline else "has no deadline"
        early = f"; all are ready, so it runs {told(self.early_at, dial)}" if self.early_at else ""
        return f"Turn {self.turn} {due}{early}."

    @property
    def deadlines(self) -> str:
        """When turns fall due; it is said where the game's file leaves that open."""
        if not self.config.assumed:
            return f"Turns fall due {self.config.due}."
        return f"Mind that {self.config.assumed}. If that is not meant, write deadline and timezone into the file."


@dataclass(frozen=True)
class Replay:
    """What running a recorded turn again gave. ``differences`` names what is not the same, byte for byte."""

    game: str
    turn: int
    world_bytes: int
    reports: int
    differences: tuple[str, ...]
    rules_then: str = ""
    """The version of the rules that ran it; "" where that was not noted yet."""
    rules_now: str = ""

    @property
    def words(self) -> str:
        """What was found, in a sentence or two."""
        changed = ""
        if self.rules_then != self.rules_now:
            then = f"by version {self.rules_then}" if self.rules_then else "by an earlier version"
            changed = f" It was run {then} of the rules; those of this program are version {self.rules_now}."
        if self.same:
            found = f"the same, byte for byte (world of {self.world_bytes:,} bytes, {self.reports} reports)"
        elif self.worded_anew:
            found = f"the world is the same, byte for byte; worded differently by now: {', '.join(self.differences)}"
        else:
            found = f"NOT the same: {', '.join(self.differences)}"
        return f"{self.game} turn {self.turn}: {found}.{changed}"

    @property
    def same(self) -> bool:
        """Whether world and reports came out the same to the byte."""
        return not self.differences

    @property
    def worded_anew(self) -> bool:
        """Whether reports alone differ, by rules of another version: the game is what it was."""
        return not {_WORLD, _ORDERS}.intersection(self.differences) and self.rules_then != self.rules_now


async def create(desk: Desk, name: str, actor: str = "master") -> GameLine:
    """Opens the game that a file describes, for players to join. Raises MasterError without a file, or when it exists."""
    return await desk.store.write(create_in, desk, name.upper(), actor)


async def list_games(desk: Desk) -> list[GameLine]:
    """All games, by name."""
    return await desk.store.read(lambda session: [line(session, desk, game) for game in games.in_states(session)])


async def players(desk: Desk) -> list[PlayerLine]:
    """Everybody who holds or held a seat, by address."""
    return await desk.store.read(_players)


async def show(desk: Desk, name: str) -> GameLine:
    """One game. Raises MasterError when there is none of this name."""
    return await desk.store.read(lambda session: line(session, desk, found_game(session, name)))


async def start(desk: Desk, workers: Workers, name: str, actor: str = "master") -> bool:
    """Starts a game that still gathers players: computer players take the free seats. True when it runs now."""
    game_id = await desk.store.write(start_in, desk, name, actor)
    return await advance(desk, workers, game_id)


async def pause(desk: Desk, name: str, reason: str = "", actor: str = "master") -> None:
    """Takes the deadline away until ``resume``; players are told, with the reason."""
    await desk.store.write(pause_in, desk, name, reason, actor)


async def resume(desk: Desk, name: str, actor: str = "master") -> datetime | None:
    """Lets a paused game go on, with a fresh deadline, which is returned and told. None when it has yet to start."""
    return await desk.store.write(resume_in, desk, name, actor)


async def extend(
    desk: Desk, name: str, by: timedelta | None = None, until: datetime | None = None, actor: str = "master"
) -> datetime:
    """Move the deadline by a span or to a moment, also to an earlier one, and tell the players. Return the new deadline."""
    moved, _ = await desk.store.write(extend_in, desk, name, by, until, actor, sure=True)
    return moved


async def run_now(desk: Desk, workers: Workers, name: str, actor: str = "master") -> int:
    """Runs the turn at once, whoever is awaited. Returns the turn that is awaited afterwards."""
    game_id = await desk.store.write(_runnable, desk, name, actor)
    if not await advance(desk, workers, game_id, force=True):
        raise MasterError(f"{name.upper()}: the turn is running already; look again in a moment")
    shown = await show(desk, name)
    if shown.state == GameState.PAUSED:
        raise MasterError(f"{shown.name}: {shown.reason}")
    return shown.turn


async def rollback(desk: Desk, name: str, turn: int, reason: str = "", actor: str = "master") -> None:
    """Takes a turn and all later ones back: the orders of ``turn`` are awaited again, as they were on file.

    The game is paused, so that its master can see to the cause; ``resume`` sets a deadline. Reports not sent are
    withdrawn, those sent are told to be void.
    """
    await desk.store.write(rollback_in, desk, name, turn, reason, actor)


async def replay(desk: Desk, workers: Workers, name: str, turn: int) -> Replay:
    """Runs a recorded turn again from its world, orders and seed, and compares world and reports byte for byte."""
    recorded = await desk.store.read(_recorded, name, turn)
    return _compared(turn, recorded, await workers.run(run_turn, recorded.job))


def replay_in(session: Session, name: str, turn: int) -> Replay:
    """As ``replay``, here and now."""
    recorded = _recorded(session, name, turn)
    return _compared(turn, recorded, run_turn(recorded.job))


def _compared(turn: int, recorded: _Recorded, done: TurnDone) -> Replay:
    game, reports, public, job = recorded.game, recorded.reports, recorded.public, recorded.job
    differences = []
    if hashlib.sha256(done.world).hexdigest() != recorded.world_sha256 and done.world != recorded.world:
        differences.append(_WORLD)
    if dict.fromkeys(job.texts) | dict(done.texts) != dict(job.texts):
        differences.append(_ORDERS)
    for seat in sorted(set(reports) | set(done.reports)):
        if reports.get(seat) != done.reports.get(seat):
            differences.append(f"the report of {seat}")
    if public not in (None, done.public):
        differences.append("the public report")
    return Replay(game, turn, len(done.world), len(done.reports), tuple(differences), recorded.rules, done.rules)


async def failed_letters(desk: Desk) -> list[InboxLetter]:
    """Letters that could not be handled, newest first."""
    return await desk.store.read(inbox.in_state, LetterState.FAILED)


async def retry_letter(desk: Desk, letter_id: int) -> None:
    """Has a failed letter handled once more."""
    await desk.store.write(release_letter, desk, letter_id, "master")


def create_in(session: Session, desk: Desk, name: str, actor: str) -> GameLine:
    """Opens the game that a file describes. Raises MasterError without a file, or when it exists."""
    config = desk.files.get(name)
    if config is None:
        if said := unusable(desk, name):
            raise MasterError(said)
        known = ", ".join(sorted(desk.files)) or "none"
        raise MasterError(f'there is no file with name = "{name}" in {desk.config.games_folder}; there are: {known}')
    if games.by_name(session, name) is not None:
        raise MasterError(f"{name} exists already")
    now = desk.clock.now()
    game = Game(
        name=name,
        ruleset=config.ruleset,
        title=config.full_title,
        config=config.model_dump(mode="json"),
        seed=config.seed or secrets.token_hex(16),
        starts_at=config.starts_at,
        created_at=now,
    )
    session.add(game)
    session.flush()
    journal.note(session, now, actor, "created", game.id)
    if config.computers == config.seats:
        begin(session, desk, game, now)
    return line(session, desk, game)


def start_in(session: Session, desk: Desk, name: str, actor: str) -> int:
    """Lets a game that gathers players begin. Returns its number."""
    game = found_game(session, name)
    if game.state != GameState.FORMING:
        raise MasterError(f"{game.name} has begun already; it is {game.state}")
    begin(session, desk, game, desk.clock.now())
    journal.note(session, desk.clock.now(), actor, "started", game.id)
    return game.id


def pause_in(session: Session, desk: Desk, name: str, reason: str, actor: str) -> None:
    """Takes the deadline away and tells players and observers why."""
    game = found_game(session, name)
    if game.state != GameState.RUNNING:
        raise MasterError(f"{game.name} is {game.state}; only a running game can be paused")
    now = desk.clock.now()
    ensure_idle(game, now)
    game.state, game.reason = GameState.PAUSED, reason
    game.deadline = game.early_at = None
    session.add(game)
    journal.note(session, now, actor, "paused", game.id, reason=reason)
    tell_players(session, desk, game, Part("deadline_moved", {}), now.isoformat(), now)
    observing.tell(session, desk, game, now)


def resume_in(session: Session, desk: Desk, name: str, actor: str) -> datetime | None:
    """Lets a paused game go on: nobody is late for its fresh deadline, and when all are ready its turn runs early.

    Returns that deadline; None when it has yet to start.
    """
    game = found_game(session, name)
    if game.state not in (GameState.PAUSED, GameState.MOVED):
        raise MasterError(f"{game.name} is {game.state}; only a paused game can go on")
    now = desk.clock.now()
    game.reason = ""
    journal.note(session, now, actor, "resumed", game.id)
    session.add(game)
    if game.turn == 0:
        game.state = GameState.STARTING
        return None
    config = desk.game_config(game)
    game.state = GameState.RUNNING
    try:
        game.deadline = next_deadline(scheduled(session, game, config), now)
    except ValueError as error:
        raise MasterError(
            f"{game.name}: {error}; a player takes theirs back with ABSENCE CANCEL, and RUN runs the turn"
        ) from error
    game.opened_at = game.reminded_at = now
    _late_no_more(session, game)
    settle_early(session, game, config, now)
    tell_players(session, desk, game, Part("deadline_moved", {"resumed": True}), now.isoformat(), now)
    observing.tell(session, desk, game, now)
    return game.deadline


def extend_in(
    session: Session,
    desk: Desk,
    name: str,
    by: timedelta | None,
    until: datetime | None,
    actor: str,
    *,
    sure: bool = False,
) -> tuple[datetime, str]:
    """Move the deadline by a span or to a moment, which also gives one to a turn without; tell players and observers.

    By a span it moves past days on which a player is away; a moment stays as it is. Return the deadline, and what is to be
    said of who is away, in a sentence, or "". Raise Unsure where it would be earlier than now, unless the master is ``sure``.
    """
    game = found_game(session, name)
    now = desk.clock.now()
    if game.state != GameState.RUNNING:
        raise MasterError(f"{game.name} is {game.state}; only a running game has a deadline to move")
    ensure_idle(game, now)
    if (by is None) == (until is None):
        raise MasterError("say either by how long or until when")
    if game.deadline is None and game.practice:
        raise MasterError(f"{game.name} is for practice: it has no deadline and runs when its player is ready")
    if game.deadline is None and until is None:
        raise MasterError(f"turn {game.turn} of {game.name} has no deadline; say until when, as in UNTIL 2026-12-24 20:00")
    try:
        moved = until if until is not None else (game.deadline or now) + (by or timedelta())
    except OverflowError:
        moved = datetime.max.replace(tzinfo=UTC)
    config, said = desk.game_config(game), ""
    if by is not None and moved - now <= _FARTHEST:
        moved, said = past_absences(session, game, config, moved)
    more: dict[str, object] = {"why": said} if said else {}
    if until is not None and moved - now <= _FARTHEST and (who := away_at(session, game, config, moved)):
        said = f"{who}; the deadline falls on such a day all the same."
    if moved - now > _FARTHEST:
        raise MasterError("a deadline lies ten years ahead at most; a pause takes it away altogether")
    if moved <= now:
        raise MasterError("the new deadline has passed already; run-now runs the turn at once")
    if moved == game.deadline:
        raise MasterError(f"{game.name}: the deadline is that moment already; nothing was moved")
    if game.deadline is not None and moved < game.deadline and not sure:
        dial = Dial(config.zone)
        raise Unsure(
            f"{game.name}: that is EARLIER than the present deadline. It would move from {told(game.deadline, dial)} to "
            f"{told(moved, dial)}"
        )
    more |= {"more": EARLY_RUN_CALLED_OFF} if game.early_at is not None else {}
    game.deadline, game.early_at, game.reminded_at = moved, None, now
    session.add(game)
    journal.note(session, now, actor, "extended", game.id, deadline=moved.isoformat())
    tell_players(session, desk, game, Part("deadline_moved", more), now.isoformat(), now)
    observing.tell(session, desk, game, now, moved=True)
    return moved, said


def run_soon(session: Session, desk: Desk, name: str, actor: str) -> None:
    """As ``run_now``, by the daemon as soon as the transaction is done.

    The deadline is now (``turns.hurried``): who is ready, or not any more, makes no difference to it.
    """
    game = games.by_id(session, _runnable(session, desk, name, actor))
    ran = journal.newest(session, game.id, RUN_NOW)
    game.deadline, game.early_at = ran.at if ran is not None else desk.clock.now(), None
    session.add(game)
    session.info["turns"] = True


def _runnable(session: Session, desk: Desk, name: str, actor: str) -> int:
    game = found_game(session, name)
    if game.state not in (GameState.RUNNING, GameState.PAUSED) or game.turn == 0:
        raise MasterError(f"{game.name} is {game.state}; only a game that has begun has a turn to run")
    if game.state == GameState.PAUSED:
        game.state, game.reason = GameState.RUNNING, ""
        session.add(game)
    journal.note(session, desk.clock.now(), actor, RUN_NOW, game.id, turn=game.turn)
    return game.id


def rollback_in(session: Session, desk: Desk, name: str, turn: int, reason: str, actor: str) -> None:
    """Takes a turn and all later ones back, pauses the game and tells players and observers."""
    game = found_game(session, name)
    now = desk.clock.now()
    game_id = game.id
    ensure_idle(game, now)
    if not 1 <= turn < game.turn or turns.record(session, game_id, turn) is None:
        raise MasterError(f"{game.name}: turn {turn} has not run, so it cannot be taken back; it awaits turn {game.turn}")
    later = turns.record(session, game_id, turn + 1) is not None
    turns.void_from(session, game_id, turn)
    games.drop_worlds_after(session, game_id, turn)
    seats.drop_orders_after(session, game_id, turn)
    outbox.void_unsent(session, game_id, turn, ("report", "public", "reminder"))
    game.turn, game.version = turn, game.version + 1
    game.state, game.reason = GameState.PAUSED, reason or f"turn {turn} was taken back"
    game.deadline = game.early_at = game.finished_at = None
    _late_no_more(session, game)
    active = set(desk.rules(game).active(desk.rules(game).load(games.world(session, game_id, turn))))
    for seat in seats.of_game(session, game_id):
        seat.ready_turn = 0
        seat.late_turn = min(seat.late_turn, turn - 1)
        seat.missed = attendance.missed_in_a_row(session, seat)
        if seat.state == SeatState.OUT and seat.name in active:
            seat.state = SeatState.PLAYING
        session.add(seat)
    session.flush()
    desk.cache.forget(game_id)
    journal.note(session, now, actor, "rolled back", game.id, turn=turn, reason=reason)
    data: dict[str, object] = {"turn": turn, "later": later, "reason": reason, "deadline": None}
    tell_players(session, desk, game, Part("rolled_back", data), f"{turn}/{now.isoformat()}", now)
    observing.tell(session, desk, game, now, taken_back=data)


def _late_no_more(session: Session, game: Game) -> None:
    """The turn awaited is to have a fresh deadline: when that has passed, whoever is late is told as if for the first time."""
    game.late_turn = min(game.late_turn, game.turn - 1)
    session.add(game)
    late = (f"late/{game.id}/{why}/{game.turn}" for why in ("grace", "waits"))
    waiting = (f"waits/{game.turn}/{seat.id}" for seat in seats.of_game(session, game.id))
    for reason in (*late, *waiting, f"waits/{game.id}/{game.turn}"):
        outbox.forget_reason(session, reason)


async def move_player(desk: Desk, old: str, new: str) -> list[str]:
    """Moves a player who cannot do so by ADDRESS, because letters to the old address come back. Returns their seats."""
    return await desk.store.write(_move_player, desk, old.lower(), new.lower())


def _move_player(session: Session, desk: Desk, old: str, new: str) -> list[str]:
    player = seats.known_player(session, old)
    if player is None:
        raise MasterError(f"nobody plays from {old}; see postern player list")
    if not is_address(new) or plus_address(new, "x") == plus_address(desk.address.lower(), "x"):
        raise MasterError(f"{new} cannot be a player's address; write one such as joe@example.org")
    if games := moving.clash(session, desk, player, new):
        raise MasterError(f"{old} and {new} both hold a seat in {', '.join(games)}; one person cannot have two")
    moving.move(session, desk, player, new, desk.clock.now(), actor="master")
    return [f"{seat.name} in {game.name}" for seat, game in seats.of_address(session, new)]


async def forget_player(desk: Desk, address: str) -> list[str]:
    """Forgets somebody who cannot confirm FORGET ME, because letters to their address no longer reach them. Returns the seats
    that were given up."""
    left = await desk.store.write(_forget_player, desk, address.lower())
    await desk.store.scrub()
    return left


def _forget_player(session: Session, desk: Desk, address: str) -> list[str]:
    player = seats.known_player(session, address)
    if player is None:
        raise MasterError(f"nobody plays from {address}; see postern player list")
    return forgetting.erase(session, desk, player, desk.clock.now())


@dataclass(frozen=True)
class _Recorded:
    """What stands in the database of one run of a turn: what it started from, and what it brought."""

    game: str
    world_sha256: str
    world: bytes
    """The world that followed, in the present form: an old one is brought up to date, as it is when the game goes on."""
    reports: Mapping[str, bytes]
    public: bytes | None
    job: TurnJob
    rules: str


def _recorded(session: Session, name: str, turn: int) -> _Recorded:
    game = found_game(session, name)
    game_id = game.id
    record = turns.record(session, game_id, turn) if 1 <= turn < game.turn else None
    if record is None:
        raise MasterError(f"{game.name}: turn {turn} has not run; it awaits turn {game.turn}")
    names = {seat.id: seat.name for seat in seats.of_game(session, game_id)}
    reports = {names[seat_id]: data for seat_id, data in turns.reports(session, record.id).items()}
    # On record are the orders of those who still played; when the game ends, everybody has a report.
    texts = dict.fromkeys(names.values()) | sheets_from_json(record.sheets)
    earlier = turns.record(session, game_id, turn - 1)
    before = turns.reports(session, earlier.id) if earlier is not None else {}
    job = TurnJob(
        game.ruleset,
        games.world(session, game_id, turn),
        record.seed,
        texts,
        unread=record.unread,
        before={names[seat_id]: data for seat_id, data in before.items()},
    )
    rules = ruleset(game.ruleset)
    world = rules.dump(rules.load(games.world(session, game_id, turn + 1)))
    return _Recorded(game.name, record.world_sha256, world, reports, turns.public_report(session, record.id), job, record.rules)


def _players(session: Session) -> list[PlayerLine]:
    scores = attendance.scores(session)
    return [
        PlayerLine(
            player.address,
            tuple(f"{seat.name} in {game.name}" for seat, game in seats.of_address(session, player.address)),
            scores.get(player.id, attendance.Score()),
        )
        for player in seats.players(session)
    ]


def line(session: Session, desk: Desk, game: Game) -> GameLine:
    """The game as lists and letters show it."""
    game_id = game.id
    everybody = seats.of_game(session, game_id)
    addresses = seats.addresses(session, game_id)
    on_file = seats.all_orders(session, game_id, game.turn)
    scores = attendance.scores(session, [seat.player_id for seat in everybody if seat.player_id is not None])
    lines = tuple(
        SeatLine(
            seat.name,
            addresses.get(seat.id, ""),
            seat.computer,
            seat.state,
            seat.ready_turn == game.turn > 0,
            seat.id in on_file,
            seat.missed,
            str(scores.get(seat.player_id or 0, "")),
        )
        for seat in everybody
    )
    missing = len(awaited(everybody, game.turn)) if game.state == GameState.RUNNING else 0
    return GameLine(
        game.name,
        game.title,
        game.state,
        game.reason,
        game.practice,
        game.turn,
        game.deadline,
        game.early_at,
        missing,
        lines,
        desk.game_config(game),
    )
