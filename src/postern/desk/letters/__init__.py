"""Incoming letters: from the mailbox to the one answer."""
