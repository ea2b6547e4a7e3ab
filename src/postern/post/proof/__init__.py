"""Proofs that a letter comes from whom it says, besides the token: DKIM, a server's word, a password line, OpenPGP.

Nothing here knows of seats or games: each module says what a letter proves, the desk decides what that is worth.
"""

from __future__ import annotations

from datetime import timedelta

RECENT = timedelta(days=3)
"""How old a signed letter may be. What is older is no proof: somebody may be sending it again."""
AHEAD = timedelta(hours=12)
"""How far a sender's clock may be ahead of ours."""
