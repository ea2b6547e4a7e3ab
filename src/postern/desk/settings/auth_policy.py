"""Settings of authentication: which proofs of a letter's writer count, on this desk and in one game."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, field_validator


class Way(StrEnum):
    """The ways in which a letter can prove whose seat it is from: see docs/playing.md, "How you are known"."""

    TOKEN = "token"
    DKIM = "dkim"
    PASSWORD = "password"
    PGP = "pgp"


class Ways(BaseModel):
    """``[trust]`` in a game's file: the ways that count in this game, instead of those of the desk."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    accept: tuple[Way, ...] = (Way.TOKEN,)

    @field_validator("accept")
    @classmethod
    def _check_token(cls, value: tuple[Way, ...]) -> tuple[Way, ...]:
        if Way.TOKEN not in value:
            raise ValueError('needs "token" among them: joining, confirming and giving a key are done by replying')
        return value


class TrustSettings(Ways):
    """``[trust]`` in postern.toml."""

    authserv_id: str = ""
    """Believe the DKIM findings that the mail server of this name writes into Authentication-Results, in place of
    checking signatures here. It must take such fields of its own name out of letters that come in."""
