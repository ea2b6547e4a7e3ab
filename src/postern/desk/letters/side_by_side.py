"""Letters of different games, handled at the same time by hosts that share a database (PostgreSQL).

A letter's reply address says which seat it is from, so which game and which player it is about: its *scope*. A host takes the
oldest letters whose scope no other host works at, and handles them in one transaction (``store/scoped``). Letters of one game,
and of one player, stay in their order. A letter without such an address, and one that turns out to reach further (a command
about other games, a program's letter), is handled with the whole database to itself, and no later letter overtakes it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.letters.handling import BATCH, Handled, handle_rows, handle_some, remember_all
from postern.post.tokens import SeatToken, tokens_in_head
from postern.store import inbox, seats
from postern.store.scoped import Hold, Scope

_MOST = 8 * BATCH
"""How many waiting letters are looked at: as many as this number of hosts handle at a time."""


@dataclass(frozen=True)
class Done:
    """What became of some letters. ``for_all``: the numbers of waiting letters, oldest first, that are to be handled with the
    whole database to oneself before anything else."""

    handled: Sequence[Handled] = ()
    for_all: Sequence[int] = ()


@dataclass
class SideBySide:
    """Handles letters beside other hosts, and remembers of those that wait whose they are."""

    desk: Desk
    _scopes: dict[int, Scope | None] = field(default_factory=dict)

    def handle_some(self, but: Collection[int] = ()) -> Sequence[Handled]:
        """Handles the oldest waiting letters, without those in ``but``, in the calling thread: where hosts share the database
        those that no other works at. None when there are none."""
        store = self.desk.store
        if not store.shared:
            return store.write_now(handle_some, self.desk, max(but, default=0))
        done = store.write_beside_now(self.handle_beside, but)
        if not done.for_all:
            return done.handled
        return store.write_now(handle_some, self.desk, done.for_all[0] - 1, len(done.for_all))

    def handle_beside(self, hold: Hold, but: Collection[int]) -> Done:
        """Handles the oldest waiting letters that can be handled beside others, or says which cannot."""
        waiting = hold.read(inbox.numbers_of_new, but, _MOST)
        self._look_at(hold, waiting)
        for start in range(0, len(waiting), BATCH):
            part = waiting[start : start + BATCH]
            scoped = [(number, scope) for number in part if (scope := self._scopes[number]) is not None]
            reaching = next((at for at, number in enumerate(part) if self._scopes[number] is None), len(part))
            before = set(part[:reaching])
            if handled := self._handle(hold, [one for one in scoped if one[0] in before]):
                return Done(handled)
            if reaching < len(part):
                return Done(for_all=waiting[: start + reaching + 1])
        return Done()

    def _look_at(self, hold: Hold, waiting: Sequence[int]) -> None:
        """Finds the scopes of letters that were not looked at yet, and forgets letters that wait no more."""
        self._scopes = {number: self._scopes[number] for number in waiting if number in self._scopes}
        fresh = [number for number in waiting if number not in self._scopes]
        if fresh:
            self._scopes |= hold.read(scopes_of, self.desk.key, fresh)

    def _handle(self, hold: Hold, pieces: Sequence[tuple[int, Scope]]) -> list[Handled]:
        mine = hold.take([((number, scope), scope) for number, scope in pieces])
        if not mine:
            return []
        with hold.transaction([scope for _, scope in mine]) as session:
            remember_all(session)
            done = list(handle_rows(session, self.desk, inbox.new_ones(session, [number for number, _ in mine])))
        for handled in done:
            if handled.for_all:
                self._scopes[handled.letter_id] = None
        return done


def scopes_of(session: Session, key: str, numbers: Sequence[int]) -> dict[int, Scope | None]:
    """For each of these letters its scope, by the one reply address of a seat in its head; None where there is not just one, or
    where nobody plays that seat."""
    tokens: dict[int, frozenset[SeatToken]] = {}
    for number, raw in inbox.raws(session, numbers).items():
        tokens[number] = tokens_in_head(key, raw)
    played = seats.played(session, {token.seat_id for found in tokens.values() for token in found})
    return {number: _scope(tokens.get(number, frozenset()), played) for number in numbers}


def _scope(tokens: frozenset[SeatToken], played: Mapping[int, tuple[int, int, int]]) -> Scope | None:
    if len(tokens) != 1:
        return None
    (token,) = tokens
    generation, game_id, player_id = played.get(token.seat_id, (0, 0, 0))
    return Scope(game_id, player_id) if generation and generation == token.generation else None
