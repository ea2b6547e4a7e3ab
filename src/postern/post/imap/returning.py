"""Letters moved back from the folders of the handled and the failed into the one that is watched."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from postern.post.imap.connection import CommandRefused, ImapConnection, ImapFault, NoSuchFolder
from postern.post.oauth import Tokens
from postern.post.settings import ImapSettings

_AT_ONCE = 100


async def return_letters(settings: ImapSettings, since: datetime, tokens: Tokens | None = None) -> int:
    """Moves letters that the server got since then, oldest first. Returns how many; the server looks by whole days, in a
    zone of its own (RFC 9051, 6.4.4), so some older ones may be among them. Raises ImapFault."""
    connection = await ImapConnection.connect(settings, tokens)
    try:
        day = (since.astimezone(UTC) - timedelta(days=1)).date()
        total = 0
        for folder in (settings.handled_folder, settings.failed_folder):
            try:
                await connection.select(folder)
            except NoSuchFolder:
                continue  # made when the first letter is moved there
            uids = await connection.search(since=day)
            for first in range(0, len(uids), _AT_ONCE):
                await connection.move(uids[first : first + _AT_ONCE], settings.folder)
            total += len(uids)
        return total
    except CommandRefused as fault:
        raise ImapFault(f"the server will not move letters back: {fault}") from fault
    finally:
        await connection.close()
