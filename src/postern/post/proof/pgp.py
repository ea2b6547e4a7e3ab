"""OpenPGP signatures (RFC 9580): clear-signed text in a letter, and PGP/MIME (RFC 3156). Checked by Sequoia."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import Message

from postern.post.bounds import bounded, parsed, too_deep
from postern.post.proof import AHEAD, RECENT
from postern.post.reading import ReadingLimits, read_letter
from postern.post.reading.transfer import content_of

_CLEAR = (b"-----BEGIN PGP SIGNED MESSAGE-----", b"-----END PGP SIGNATURE-----")
_SIGNATURE = (b"-----BEGIN PGP SIGNATURE-----", b"-----END PGP SIGNATURE-----")
_KEY = (b"-----BEGIN PGP PUBLIC KEY BLOCK-----", b"-----END PGP PUBLIC KEY BLOCK-----")
_MOST_PARTS = 50
_MOST_BLOCKS = 3
_LONGEST_KEY = 60_000
_LONGEST_TEXT = 400_000
_USUAL = ReadingLimits()


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A public key as a person tells it from others. `armored` is the key itself."""

    armored: str
    fingerprint: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Signed:
    """A signed text as it came, not checked yet: with its frame, or `detached`, a MIME part beside its signature."""

    content: bytes
    signature: bytes
    detached: bool


@dataclass(frozen=True, slots=True)
class Checked:
    """What a key has signed: what its writer typed, and a name for it that is the same however often it is sent."""

    lines: tuple[str, ...]
    proof: str
    fingerprint: str


def find_key(raw: bytes) -> PublicKey | None:
    """The one public key in a letter's text or attachments; None where there is none, or none that could sign now.

    Raises ValueError, in words for the letter's writer, for a key that cannot be used: secret, revoked, expired, too
    large, or several.
    """
    blocks = list(dict.fromkeys(block for part in _parts(raw) for block in _blocks(content_of(part), _KEY)))
    if not blocks:
        return None
    if len(blocks) > 1:
        raise ValueError("Your letter holds several keys; send one.")
    return read_key(blocks[0])


def read_key(armored: bytes) -> PublicKey:
    """An armored public key. Raises ValueError as ``find_key`` does."""
    from pysequoia import Cert  # heavy, and few letters need it
    from pysequoia.packet import PacketPile, Tag

    if len(armored) > _LONGEST_KEY:
        raise ValueError("The key is too large; export it without the signatures of others (gpg: export-minimal).")
    try:
        secret = any(packet.tag in (Tag.SecretKey, Tag.SecretSubkey) for packet in PacketPile.from_bytes(armored))
        cert = Cert.from_bytes(armored)
    except Exception as fault:
        raise ValueError("The key cannot be read; send it as your program exports it, in ASCII.") from fault
    if secret:
        raise ValueError("That is a secret key. It has now been seen by others: make a new one, and send its public half.")
    if cert.is_revoked:
        raise ValueError("The key is revoked.")
    if cert.expiration is not None and cert.expiration <= datetime.now(UTC):
        raise ValueError("The key has expired.")
    names = tuple(_printable(str(name)) for name in cert.user_ids[:3])
    return PublicKey(str(cert), cert.fingerprint.upper(), names)


def find_signed(raw: bytes) -> Signed | None:
    """The one signed text of a letter; None where there is none, or several."""
    usable, _ = bounded(raw)
    if too_deep(usable):
        return None
    message = parsed(usable)
    if message.get_content_type() == "multipart/signed":
        return _detached(usable, message)
    texts = [content_of(part) for part in _parts(raw) if part.get_content_type() == "text/plain"]
    blocks = [block for text in texts if len(text) <= _LONGEST_TEXT for block in _blocks(text, _CLEAR)]
    signatures = _blocks(blocks[0], _SIGNATURE) if len(blocks) == 1 else []
    return Signed(blocks[0] + b"\n", signatures[0] + b"\n", False) if len(signatures) == 1 else None


def check(signed: Signed, armored: str, now: datetime, limits: ReadingLimits = _USUAL) -> Checked | None:
    """What this key has signed in the last days; None where it has not. The lines are read from what is signed alone."""
    from pysequoia import Cert, Sig, verify
    from pysequoia.packet import PacketPile

    try:
        cert = Cert.from_bytes(armored.encode())
        # One signature alone: with several, the moment read could be another one's than the key's that is checked.
        if cert.is_revoked or len(PacketPile.from_bytes(signed.signature)) != 1:
            return None
        signature = Sig.from_bytes(signed.signature)
        if signature.created is None or not now - RECENT <= signature.created <= now + AHEAD:
            return None
        if signature.expiration is not None and signature.expiration <= now:
            return None
        beside = signature if signed.detached else None
        content = verify(bytes=signed.content, store=lambda wanted: [cert], signature=beside).bytes or b""
    except Exception:  # Sequoia tells everything from a broken frame to a false signature as a RuntimeError.
        return None
    part = content if signed.detached else b"Content-Type: text/plain; charset=utf-8\n\n" + content
    text = b"\n".join(line.rstrip() for line in content.splitlines()).strip()
    name = f"pgp {cert.fingerprint} {signature.created.isoformat()} ".encode() + text
    return Checked(read_letter(part, limits=limits).lines, hashlib.sha256(name).hexdigest(), cert.fingerprint.upper())


def _detached(raw: bytes, message: Message) -> Signed | None:
    """The two parts of a multipart/signed (RFC 1847): the first byte for byte, with the line ends that were signed."""
    children = message.get_payload()
    boundary = message.get_boundary()
    if not boundary or not isinstance(children, list) or len(children) != 2:
        return None
    second = children[1]
    if not isinstance(second, Message) or second.get_content_type() != "application/pgp-signature":
        return None
    whole = re.sub(rb"\r?\n", b"\r\n", raw)
    edge = rb"\r\n--" + re.escape(boundary.encode("ascii", "replace")) + rb"[ \t]*\r\n"
    pieces = re.split(edge, whole)
    if len(pieces) != 3:
        return None
    return Signed(pieces[1], content_of(second), True)


def _blocks(text: bytes, edges: tuple[bytes, bytes]) -> list[bytes]:
    """Every piece of text from one of these lines to the next other one, at most three."""
    found: list[bytes] = []
    at = 0
    while len(found) < _MOST_BLOCKS and (begin := text.find(edges[0], at)) >= 0:
        end = text.find(edges[1], begin)
        if end < 0:
            break
        at = end + len(edges[1])
        found.append(text[begin:at])
    return found


def _parts(raw: bytes) -> Iterator[Message]:
    """The letter's own parts that hold something themselves, without those of letters that it forwards."""
    usable, _ = bounded(raw)
    waiting = [] if too_deep(usable) else [parsed(usable)]
    for _ in range(_MOST_PARTS):
        if not waiting:
            return
        part = waiting.pop(0)
        inside = part.get_payload()
        if not part.is_multipart():
            yield part
        elif part.get_content_maintype() == "multipart" and isinstance(inside, list):
            waiting = [child for child in inside if isinstance(child, Message)] + waiting


def _printable(name: str) -> str:
    return "".join(char for char in name if char.isprintable())[:100]
