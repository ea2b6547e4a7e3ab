"""Seats: which are free, taking one, giving one up, and filling the rest with computer players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.documents.templates import Part
from postern.desk.games import standbys
from postern.desk.games.mailboxes import seats_of_mailbox, tell_of_several
from postern.desk.games.mine import MyGame
from postern.desk.games.readiness import settle_early
from postern.desk.games.signing_up import read_signup
from postern.desk.settings.gamefile import GameConfig
from postern.desk.settings.rulesets import game_word
from postern.desk.timing.moments import Dial, told
from postern.game.ruleset import Signup
from postern.store import games, journal, seats
from postern.store.tables import Game, GameState, Seat, SeatState

_COMPUTER_NAMES = (
    "ALDER", "BIRCH", "CEDAR", "DAPHNE", "ELDER", "FIR", "GORSE", "HAZEL", "IVY", "JASMIN", "LARCH", "MAPLE", "OAK",
    "PINE", "ROWAN", "SORREL", "THORN", "WILLOW", "YARROW", "ASPEN", "BROOM", "CLOVER", "FENNEL", "HEATH", "MALLOW",
)  # fmt: skip
"""Names that fit every game's rules: two to six letters."""


@dataclass(frozen=True)
class OpenGame:
    """A game that takes players, as letters list it. ``deadline``: as the file has it; ``begins``: words for when."""

    name: str
    title: str
    rules_title: str
    free: int
    seats: int
    deadline: str
    zone: str
    begins: str


def free_seats(session: Session, desk: Desk, game: Game) -> int:
    """How many seats people may still take."""
    config = desk.game_config(game)
    taken = sum(not seat.computer for seat in seats.of_game(session, game.id))
    return max(config.seats - config.computers - taken, 0)


def open_games(session: Session, desk: Desk) -> list[OpenGame]:
    """The games that take players now."""
    found = []
    for game in games.in_states(session, GameState.FORMING):
        config = desk.usable_config(game)
        free = free_seats(session, desk, game) if config is not None else 0
        if config is not None and config.open and free:
            deadline = " and ".join(config.deadline)
            rules = desk.rules(game)
            begins = begin_words(game, config)
            found.append(OpenGame(game.name, game.title, rules.title, free, config.seats, deadline, config.timezone, begins))
    return sorted(found, key=lambda game: game.free)


def games_part(
    session: Session, desk: Desk, lead: str = "", template: str = "games", yours: Sequence[MyGame] = (), watched: str = ""
) -> Part:
    """The list of games to join as a part of a letter, ``lead`` above it; or the welcome, which has it too.

    ``yours`` and ``watched``: where the reader plays, and what they observe, when it is sure who that is.
    """
    data = {"lead": lead, "name": desk.config.post.name, "address": desk.address, "games": open_games(session, desk)}
    vacant = standbys.game_names(standbys.vacancies(session, desk))
    return Part(
        template,
        data
        | {
            "practice": [game_word(slug) for slug in desk.config.practice.rulesets],
            "vacant": vacant,
            "yours": yours,
            "watched": watched,
        },
    )


def next_open(session: Session, desk: Desk, address: str) -> Game | None:
    """The game to which the next open seat belongs: that which wants the fewest players to begin. None without one."""
    held = {game.name for _, game in seats.of_address(session, address)}
    name = next((game.name for game in open_games(session, desk) if game.name not in held), None)
    return games.by_name(session, name) if name else None


def join_refusal(session: Session, desk: Desk, game: Game, address: str) -> str:
    """Why this address can take no seat in the game now, in a sentence; "" when it can."""
    if game.state == GameState.MOVED:
        return f"{game.name} has moved to {game.reason}; write there."
    held = [seat for seat, theirs in seats.of_address(session, address) if theirs.id == game.id]
    if held:
        return f"You already hold a seat in {game.name}: {held[0].name}."
    if desk.game_config(game).several_seats == "refused" and seats_of_mailbox(session, game, address):
        return f"Your mailbox holds a seat in {game.name} under another address; one person has one seat there."
    if not desk.game_config(game).open:  # not spoken of to those outside: the words of a game that there is not
        return f"There is no game {game.name} here."
    if game.state != GameState.FORMING:
        return f"{game.name} takes no new players: {'it is over' if game.state == GameState.FINISHED else 'it has begun'}."
    return "" if free_seats(session, desk, game) else f"All seats of {game.name} are taken."


def begin_words(game: Game, config: GameConfig) -> str:
    """When a game that gathers players begins, as words that follow "it begins"."""
    if game.starts_at is None:
        return "when the last seat is taken"
    needed = config.min_players
    unless = f", if {needed} {'player has' if needed == 1 else 'players have'} come by then" if needed else ""
    return f"when the last seat is taken, or {told(game.starts_at, Dial(config.zone))}{unless}"


def take_seat(session: Session, desk: Desk, game: Game, address: str, signup: Signup, now: datetime) -> Seat:
    """Seats a player. When that was the last seat for people, the game starts. Raises ValueError when none is free."""
    if free_seats(session, desk, game) < 1 or game.state != GameState.FORMING:
        raise ValueError(f"{game.name} has no free seat")
    seat = _add(session, game, signup, now, player_id=seats.player(session, address, now).id)
    journal.note(session, now, "desk", "joined", game.id, seat=seat.name)
    tell_of_several(session, desk, game, address, now)
    begin_if_full(session, desk, game, now)
    return seat


def begin_if_full(session: Session, desk: Desk, game: Game, now: datetime) -> None:
    """Lets a game that gathers players start when people hold all seats that are theirs, as its settings now say."""
    people = any(not seat.computer for seat in seats.of_game(session, game.id))
    if game.state == GameState.FORMING and people and free_seats(session, desk, game) == 0:
        begin(session, desk, game, now)


def begin(session: Session, desk: Desk, game: Game, now: datetime) -> None:
    """Fills the seats nobody took with computer players and lets the game start."""
    config, rules = desk.game_config(game), desk.rules(game)
    taken = [seat.name for seat in seats.of_game(session, game.id)]
    names = [*config.computer_names, *_COMPUTER_NAMES]
    while len(taken) < config.seats:
        signup = next(
            (
                found
                for name in names
                if name not in taken and (found := read_signup(rules, f"NAME={name}", taken, config.options)[0])
            ),
            None,
        )
        if signup is None:
            raise ValueError(f"{game.name}: no name left for a computer player; set computer_names in the game's file")
        _add(session, game, signup, now, computer=True)
        taken.append(signup.name)
    game.state = GameState.STARTING
    session.info["turns"] = True
    session.add(game)
    session.flush()
    addresses = seats.addresses(session, game.id)
    for seat in seats.of_game(session, game.id):
        if seat.id in addresses:
            standbys.tell_of_master(session, desk, game, seat, addresses[seat.id], now)


def give_up_seat(session: Session, desk: Desk, game: Game, seat: Seat, now: datetime, how: str = "was given up") -> None:
    """Takes the seat from its player: in a game that has not begun it is free again, in a running one it is played on, and
    a practice game ends. ``how`` it happened is told to the game masters, behind the seat's name."""
    journal.note(session, now, "desk", "resigned", game.id, seat=seat.name)
    seats.rotate(session, seat)
    seat.player_id = None
    seat.ready_turn = 0
    if game.practice:
        game.state, game.finished_at, game.early_at = GameState.FINISHED, now, None
        session.add(game)
        session.add(seat)
        session.flush()
        return
    if game.state == GameState.FORMING:
        seat.state = SeatState.LEFT
        seat.name = f"{seat.name}/{seat.id}"
        session.add(seat)
        session.flush()
        return
    if desk.game_config(game).resigned == "computer":
        seat.computer = True
    else:
        seat.state = SeatState.RESIGNED
    session.add(seat)
    session.flush()
    settle_early(session, game, desk.game_config(game), now)
    standbys.offer_all(session, desk, now, game, left=(seat, how))


def _add(
    session: Session, game: Game, signup: Signup, now: datetime, player_id: int | None = None, computer: bool = False
) -> Seat:
    number = 1 + max((seat.number for seat in seats.of_game(session, game.id)), default=0)
    seat = Seat(
        game_id=game.id,
        number=number,
        name=signup.name,
        player_id=player_id,
        computer=computer,
        wishes=dict(signup.wishes),
        joined_at=now,
    )
    session.add(seat)
    session.flush()
    return seat
