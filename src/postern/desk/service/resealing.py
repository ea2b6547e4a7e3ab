"""Gives the desk a new secret key: its letters are opened with the old key and sealed with the new one.

Reply addresses that were given out before are then invalid; whoever uses one is asked to confirm.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session

from postern.desk.runtime.lock import Occupied, hold_all
from postern.desk.settings.config import Config, key_place, token_key
from postern.store import keys
from postern.store.copying import CopyError
from postern.store.engine import Store, database_fault
from postern.store.sealing import Seal


class ResealError(Exception):
    """It cannot be done; the text says why, and what can. Nothing was changed."""


def reseal(config: Config, was: Path | None) -> tuple[int, int]:
    """Seals the letters with the key of the settings (made when missing). ``was``: the file with the old key; None: it is
    lost. Returns how many letters were sealed anew, and how many can never be opened again. Raises ResealError."""
    try:
        old = None if was is None else Seal(was.read_text(encoding="ascii").strip())
        with hold_all(config.data, config.store_url, "reseal"):
            store = Store(config.store_url, token_key(config))
            try:
                done = store.write_now(_reseal, old, store.seal, key_place(config), was)
                asyncio.run(store.scrub())
            finally:
                store.close()
            return done
    except (Occupied, CopyError) as error:
        raise ResealError(str(error)) from error
    except SQLAlchemyError as error:
        raise ResealError(f"the database cannot be used: {database_fault(error) or error}") from error
    except (OSError, ValueError) as error:
        raise ResealError(f"the secret cannot be read: {error}") from error


def _reseal(session: Session, old: Seal | None, new: Seal, place: str, was: Path | None) -> tuple[int, int]:
    if keys.fits(session, new):
        raise ResealError(
            f"the letters are sealed with the secret in {place} already; to have another, put it there, or move {place} away "
            "and one is made"
        )
    if old is not None and keys.fits(session, old) is False:
        raise ResealError(f"the letters are not sealed with the secret in {was}; nothing was changed")
    return keys.reseal(session, old, new)
