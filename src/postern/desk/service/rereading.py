"""Puts the letters of the mailbox's handled and failed folders back into the inbox, to be read again after a restore.

Any number of them may come back: the database knows each of its letters by its bytes; such a letter is only moved away again.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from postern.desk.settings.config import Config, token_key
from postern.post.maildir import return_letters as from_maildir
from postern.post.settings import ImapSettings

_MARGIN = timedelta(hours=1)
"""Clocks of mail servers differ from ours."""


class RereadError(Exception):
    """The letters cannot be put back; the text says why. Letters that were put back already stay so; trying again does no
    harm."""


async def reread(config: Config, since: datetime) -> int:
    """Puts letters that arrived since then back into the inbox. Returns how many; a few older ones may be among them.
    Raises RereadError when the mailbox cannot be reached or refuses."""
    from postern.desk.service.daemon import open_tokens
    from postern.post.imap.connection import ImapFault
    from postern.post.imap.returning import return_letters as from_imap

    mailbox = config.post.mailbox
    try:
        if isinstance(mailbox, ImapSettings):
            tokens = open_tokens(config, token_key(config)) if config.post.by_oauth(mailbox) else None
            return await from_imap(mailbox, since - _MARGIN, tokens)
        path = config.home / mailbox.path
        return from_maildir(mailbox.model_copy(update={"path": path}), since - _MARGIN)
    except (ImapFault, OSError, ValueError) as error:
        raise RereadError(str(error) or type(error).__name__) from error
