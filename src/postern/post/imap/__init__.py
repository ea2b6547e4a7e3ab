"""The IMAP mailbox."""

from postern.post.imap.source import ImapSource

__all__ = ["ImapSource"]
