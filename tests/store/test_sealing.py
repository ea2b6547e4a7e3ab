"""What is sealed comes back whole to whoever has the secret, and is nothing to anybody else."""

import zlib
from datetime import datetime

import pytest
from sqlalchemy import text
from sqlmodel import Session

from postern.store import inbox, keys
from postern.store.engine import Store, open_engine
from postern.store.inbox import Arrival
from postern.store.sealing import Damaged, DamagedLetter, Seal, whole

KEY = "a secret of sixteen"


@pytest.mark.parametrize("data", [b"", b"x", bytes(range(256)) * 100])
def test_what_was_closed_is_opened_by_the_same_secret_alone(data: bytes) -> None:
    closed = Seal(KEY).close(data)
    assert whole(Seal(KEY).open(closed)) == data
    assert isinstance(Seal("another secret").open(closed), Damaged)
    assert Seal(KEY).close(data) != closed, "the same letter twice does not look the same"


def test_every_changed_bit_and_every_cut_is_known() -> None:
    seal = Seal(KEY)
    closed = seal.close(b"Reply-To: orders+token@example.org")
    changed = [closed[:at] + bytes([closed[at] ^ 1]) + closed[at + 1 :] for at in range(len(closed))]
    for broken in [*changed, *(closed[:length] for length in range(len(closed))), zlib.compress(b"as it was once kept")]:
        found = seal.open(broken)
        assert (isinstance(found, Damaged), found) == (True, b"")
        with pytest.raises(DamagedLetter, match="changed there, or sealed with another secret"):
            whole(found)


def test_fingerprints_tell_secrets_apart() -> None:
    assert Seal(KEY).fingerprint == Seal(KEY).fingerprint != Seal(KEY + "!").fingerprint


def test_a_database_keeps_its_first_secret(store: Store, database: str) -> None:
    assert store.read_now(keys.fits, store.seal) is None
    store.write_now(keys.take, store.seal)
    store.write_now(keys.take, store.seal)
    assert store.read_now(keys.fits, store.seal) is True
    other = Store(database, "another secret")
    assert other.read_now(keys.fits, other.seal) is False
    with pytest.raises(keys.NotOurs, match="sealed with another secret; put that one back"):
        other.write_now(keys.take, other.seal)
    other.close()
    assert store.read_now(keys.fits, store.seal) is True


def test_a_database_of_before_is_refused(store: Store) -> None:
    with store.engine.begin() as connection:
        connection.execute(text("DROP TABLE sealed_by"))
    with pytest.raises(keys.NotOurs, match="made before letters were sealed"):
        store.write_now(keys.take, store.seal)


def test_without_the_secret_no_letter_is_read_or_written(store: Store, database: str, noon: datetime) -> None:
    arrival = Arrival("box/1", b"a letter", "", noon)
    store.write_now(inbox.take_in, [arrival], noon)
    engine = open_engine(database)
    with Session(engine) as session, pytest.raises(RuntimeError, match="opened without the secret"):
        inbox.next_new(session)
    engine.dispose()
    assert store.read_now(lambda session: inbox.next_new(session)[0].raw) == b"a letter"
