"""What a player's mail provider and mail program do: DKIM signatures with keys in a made-up DNS, and OpenPGP signatures."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime
from functools import cache

import dkim
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from pysequoia import Cert, SignatureMode, Tsk, sign

from tests.desk.box import NOON

MIME = (b"MIME-Version", b"Content-Type", b"Content-Transfer-Encoding")
COVERED = (b"From", b"To", b"Date", b"Subject", b"Message-ID", *MIME)


@cache
def _key(name: str) -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(65537, 1024)


@cache
def _short_key(name: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.generate()


@dataclass
class ShortKeyed:
    """A provider that signs with Ed25519 (RFC 8463)."""

    domain: str
    selector: str = "short"

    @property
    def record(self) -> bytes:
        return b"v=DKIM1; k=ed25519; p=" + base64.b64encode(_short_key(self.domain).public_key().public_bytes_raw())

    def signed(self, raw: bytes) -> bytes:
        raw = re.sub(rb"\r?\n", b"\r\n", raw)
        secret = base64.b64encode(_short_key(self.domain).private_bytes_raw())
        names = (self.selector.encode(), self.domain.encode())
        field = dkim.sign(raw, *names, secret, include_headers=list(COVERED), signature_algorithm=b"ed25519-sha256")
        return bytes(field + raw)


@dataclass
class Provider:
    """A provider that signs for a domain."""

    domain: str
    selector: str = "mail"

    @property
    def name(self) -> str:
        return f"{self.selector}._domainkey.{self.domain}"

    @property
    def record(self) -> bytes:
        public = _key(self.name).public_key()
        coded = public.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo).decode()
        return f"v=DKIM1; k=rsa; p={''.join(coded.splitlines()[1:-1])}".encode()

    def signed(self, raw: bytes, covered: tuple[bytes, ...] = COVERED, length: bool = False) -> bytes:
        raw = re.sub(rb"\r?\n", b"\r\n", raw)
        secret = _key(self.name).private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
        )
        field = dkim.sign(
            raw, self.selector.encode(), self.domain.encode(), secret, include_headers=list(covered), length=length
        )
        return bytes(field + raw)


@dataclass
class Dns:
    """Answers for the providers given; raises for any other name."""

    providers: tuple[Provider, ...]
    asked: list[str] = field(default_factory=list)

    async def __call__(self, name: str) -> bytes:
        self.asked.append(name)
        return next(provider.record for provider in self.providers if provider.name == name)


def letter(sender: str, body: str, *, to: str = "orders@example.org", subject: str = "orders", **headers: str) -> bytes:
    """A letter as a mail program writes it, at noon of the tests' day."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, to, subject
    message["Date"] = format_datetime(NOON)
    message["Message-ID"] = f"<{abs(hash((sender, body, to, subject)))}@home.example>"
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(body)
    return message.as_bytes()


@cache
def pgp_key(name: str) -> tuple[Tsk, Cert]:
    """A key pair for this user ID."""
    secret = Tsk.generate(user_id=name)
    return secret, secret.extract_certificate()


def clear_signed(name: str, text: str) -> str:
    """The text, clear-signed with this person's key."""
    return sign(pgp_key(name)[0].signer(), text.encode(), mode=SignatureMode.CLEAR).decode()


def mime_signed(name: str, sender: str, text: str, to: str = "orders@example.org") -> bytes:
    """A PGP/MIME letter (RFC 3156)."""
    part = f"Content-Type: text/plain; charset=utf-8\r\n\r\n{text}".replace("\r\n", "\n").replace("\n", "\r\n").encode()
    signature = sign(pgp_key(name)[0].signer(), part, mode=SignatureMode.DETACHED)
    now = format_datetime(datetime.now(UTC))
    head = (
        f"From: {sender}\r\nTo: {to}\r\nSubject: orders\r\nDate: {now}\r\nMessage-ID: <m@home.example>\r\n"
        'MIME-Version: 1.0\r\nContent-Type: multipart/signed; micalg=pgp-sha512; protocol="application/pgp-signature";'
        ' boundary="edge"\r\n\r\n'
    )
    tail = b"\r\n--edge\r\nContent-Type: application/pgp-signature\r\n\r\n" + signature + b"\r\n--edge--\r\n"
    return head.encode() + b"--edge\r\n" + part + tail
