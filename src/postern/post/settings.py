"""What a game master configures of the post: the mailbox, the way out, the address and the secret."""

from __future__ import annotations

import os
import ssl
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, SecretStr, field_validator, model_validator

from postern.post.letter import is_address
from postern.post.providers import filled

_THIS_MACHINE = ("127.0.0.1", "::1", "localhost")


class Security(StrEnum):
    """How a connection is protected: not at all (loopback only), by STARTTLS on the plain port, or by TLS from the start."""

    PLAIN = "plain"
    STARTTLS = "starttls"
    TLS = "tls"


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)


class Password(_Strict):
    """A password from one of three places; name at most one."""

    password: SecretStr | None = None
    password_file: Path | None = None
    password_env: str | None = None

    @model_validator(mode="after")
    def _one_place(self) -> Password:
        if sum(place is not None for place in (self.password, self.password_file, self.password_env)) > 1:
            raise ValueError("give the password in one place only: password, password_file or password_env")
        return self

    def secret(self) -> str:
        """The password, empty if none is configured. Raises ValueError naming the file or variable that is missing."""
        if self.password is not None:
            return self.password.get_secret_value()
        if self.password_file is not None:
            try:
                return self.password_file.read_text(encoding="utf-8").strip()
            except OSError as fault:
                raise ValueError(f"password_file {self.password_file} cannot be read: {fault.strerror}") from fault
        if self.password_env is not None:
            if self.password_env not in os.environ:
                raise ValueError(f"password_env names {self.password_env}, which is not set")
            return os.environ[self.password_env]
        return ""


class Server(Password):
    """A server to connect to. `ca_file` adds certificates to trust; `verify = false` is for tests only."""

    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=1, le=65535)]
    security: Security = Security.TLS
    user: str = ""
    ca_file: Path | None = None
    verify: bool = True
    timeout: Annotated[float, Field(gt=0, le=600)] = 30.0

    @model_validator(mode="after")
    def _not_in_the_open(self) -> Server:
        if self.password is not None and self.host not in _THIS_MACHINE:
            raise ValueError(
                "password: settings files are copied and shown around, so put it into a file of its own (password_file) or a "
                "variable (password_env); here it may stand only for a server on this machine"
            )
        return self

    def tls_context(self) -> ssl.SSLContext:
        """The TLS context for this server. Raises OSError if `ca_file` cannot be read."""
        context = ssl.create_default_context(cafile=str(self.ca_file) if self.ca_file else None)
        if not self.verify:
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
        return context


class ImapSettings(Server):
    """A mailbox read by IMAP. Sizes in bytes, times in seconds."""

    kind: Literal["imap"] = "imap"
    port: Annotated[int, Field(ge=1, le=65535)] = 993
    folder: str = "INBOX"
    handled_folder: str = "Handled"
    failed_folder: str = "Failed"
    size_limit: Annotated[int, Field(ge=1_000)] = 2_000_000
    idle: bool = True
    idle_renewal: Annotated[float, Field(gt=0, le=1_500)] = 540.0
    poll_every: Annotated[float, Field(gt=0)] = 20.0
    batch: Annotated[int, Field(ge=1, le=500)] = 50
    longest_pause: Annotated[float, Field(gt=0)] = 300.0


class MaildirSettings(_Strict):
    """A mailbox read from a Maildir on this machine. Times in seconds, sizes in bytes."""

    kind: Literal["maildir"] = "maildir"
    path: Path
    handled_folder: str = "Handled"
    failed_folder: str = "Failed"
    size_limit: Annotated[int, Field(ge=1_000)] = 2_000_000
    poll_every: Annotated[float, Field(gt=0)] = 0.5
    batch: Annotated[int, Field(ge=1, le=500)] = 50

    @field_validator("handled_folder", "failed_folder")
    @classmethod
    def _plain_name(cls, name: str) -> str:
        if not name or "/" in name or name.startswith("."):
            raise ValueError("a Maildir folder's name needs letters and no slash or leading dot")
        return name


MailboxSettings = Annotated[ImapSettings | MaildirSettings, Field(discriminator="kind")]
"""The `[mailbox]` table: `kind` is "imap" or "maildir"."""


class SmtpSettings(Server):
    """The server that takes our letters. `connections` are kept open for bursts; times in seconds."""

    port: Annotated[int, Field(ge=1, le=65535)] = 587
    security: Security = Security.STARTTLS
    connections: Annotated[int, Field(ge=1, le=32)] = 4
    idle_close: Annotated[float, Field(gt=0)] = 60.0
    helo: str = ""


class OAuthSettings(_Strict):
    """How access tokens are had where a provider takes no passwords. Known providers bring the addresses themselves.

    ``client_id`` (and the secret, where there is one) are of the application that the game master registered.
    """

    client_id: str
    client_secret: Password = Password()
    token_url: str
    authorize_url: str = ""
    device_url: str = ""
    scope: str = ""
    authorize_extra: dict[str, str] = Field(default_factory=dict)
    token_file: Path | None = None
    """Where the tokens are kept, encrypted; ``oauth.token`` in the data folder unless said otherwise."""

    @field_validator("token_url", "authorize_url", "device_url")
    @classmethod
    def _safe(cls, url: str) -> str:
        if url and not url.startswith(("https://", "http://127.0.0.1:", "http://localhost:")):
            raise ValueError("needs to begin with https://")
        return url


class SendLimits(_Strict):
    """What may be sent: letters in any minute, hour and day, bytes of one letter. 0: no limit."""

    per_minute: Annotated[int, Field(ge=0)] = 0
    per_hour: Annotated[int, Field(ge=0)] = 0
    per_day: Annotated[int, Field(ge=0)] = 0
    message_size: Annotated[int, Field(ge=0)] = 0
    tell_after: Annotated[float, Field(gt=0)] = 15.0
    """Minutes for which letters may be held back before the game masters are told."""


class PostSettings(_Strict):
    """All of the post. `provider` fills in what is known of it.

    `address` is ours, e.g. orders@example.org; `secret` signs the seat tokens.
    """

    address: str
    name: str = "Postern"
    provider: Literal["gmail", "outlook", "fastmail", "mailbox.org", "own"] = "own"
    dkim_selector: str = ""
    """Under which our server's key is published, for the doctor to look at; known for known providers."""
    verp: bool = True
    """Whether letters leave with an envelope sender of their own, to which their delivery reports come back."""
    mailbox: MailboxSettings
    smtp: SmtpSettings
    secret: Password = Password()
    oauth: OAuthSettings | None = None
    limits: SendLimits = SendLimits()

    @model_validator(mode="before")
    @classmethod
    def _fill_in(cls, data: Any) -> Any:
        return filled(data) if isinstance(data, dict) else data

    @field_validator("address")
    @classmethod
    def _plain_address(cls, address: str) -> str:
        if not is_address(address) or "+" in address:
            raise ValueError("address needs the form name@domain, without a plus")
        return address

    @property
    def domain(self) -> str:
        """The address's domain, for message ids."""
        return self.address.rpartition("@")[2].lower()

    def by_oauth(self, server: Server) -> bool:
        """Whether we log in to this server with an access token: where `oauth` is set and no password is named."""
        named = any(place is not None for place in (server.password, server.password_file, server.password_env))
        return self.oauth is not None and bool(server.user) and not named

    def token_key(self) -> str:
        """The key that signs seat tokens. Raises ValueError when it is missing or shorter than 16 characters."""
        key = self.secret.secret()
        if len(key) < 16:
            raise ValueError("secret needs at least 16 characters; `openssl rand -hex 32` makes a good one")
        return key
