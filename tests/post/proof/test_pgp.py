"""OpenPGP: keys found in letters, texts found in their frames, and what a key proves."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postern.post.proof.pgp import Checked, check, find_key, find_signed
from postern.post.reading import read_letter
from tests.desk.signing import clear_signed, letter, mime_signed, pgp_key

ANN, EVE = "Ann <ann@a.example>", "Eve <eve@e.example>"
NOW = datetime.now(UTC)


def checked(raw: bytes, whose: str = ANN, now: datetime | None = None) -> Checked | None:
    signed = find_signed(raw)
    return check(signed, str(pgp_key(whose)[1]), now or datetime.now(UTC)) if signed is not None else None


@pytest.mark.parametrize("cte", ["7bit", "quoted-printable", "base64"])
def test_a_clear_signed_text_is_read_from_its_frame_alone(cte: str) -> None:
    message = EmailMessage()
    message["From"] = "ann@a.example"
    message.set_content("GUESS 9\n\n" + clear_signed(ANN, "TOY-1\nGUESS 3\n-dash\n") + "\nGUESS 8\n", cte=cte)
    found = checked(message.as_bytes())
    assert found is not None
    assert found.lines == ("TOY-1", "GUESS 3", "-dash")
    assert found.fingerprint == pgp_key(ANN)[1].fingerprint.upper()


def test_a_pgp_mime_letter_is_read_from_its_signed_part() -> None:
    raw = mime_signed(ANN, "ann@a.example", "TOY-1\nGUESS 3\n")
    assert (found := checked(raw)) is not None
    assert found.lines == ("TOY-1", "GUESS 3")
    assert checked(raw.replace(b"\r\n", b"\n")) is not None
    assert checked(raw.replace(b"GUESS 3", b"GUESS 4")) is None
    assert checked(raw, EVE) is None
    assert (
        checked(raw.replace(b"--edge\r\nContent-Type: text", b"--edge\r\n\r\nGUESS 9\r\n--edge\r\nContent-Type: text", 1))
        is None
    )


def test_another_key_a_changed_text_or_an_old_one_prove_nothing() -> None:
    raw = letter("ann@a.example", clear_signed(ANN, "TOY-1\nGUESS 3\n"))
    assert checked(raw) is not None
    assert checked(raw, EVE) is None
    assert checked(raw.replace(b"GUESS 3", b"GUESS 4")) is None
    assert checked(raw, now=NOW + timedelta(days=4)) is None
    assert checked(raw, now=NOW - timedelta(days=1)) is None


def test_two_signed_texts_or_one_in_a_forwarded_letter_prove_nothing() -> None:
    one, two = clear_signed(ANN, "TOY-1\nGUESS 3\n"), clear_signed(ANN, "TOY-1\nGUESS 4\n")
    assert find_signed(letter("ann@a.example", one + "\n" + two)) is None
    forwarded = (
        b"From: eve@e.example\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nGUESS 9\n--x\n"
        b"Content-Type: message/rfc822\n\n" + letter("ann@a.example", one) + b"\n--x--\n"
    )
    assert find_signed(forwarded) is None


def test_the_same_text_sent_again_has_the_same_proof() -> None:
    signed = clear_signed(ANN, "TOY-1\nGUESS 3\n")
    one = checked(letter("ann@a.example", signed))
    two = checked(letter("ann@a.example", f"Hello\n\n{signed}".replace("GUESS 3", "GUESS 3  "), subject="again"))
    three = checked(letter("ann@a.example", clear_signed(ANN, "TOY-1\nGUESS 4\n")))
    assert one is not None
    assert one == two
    assert three is not None
    assert three.proof != one.proof


def test_keys_are_found_in_the_text_and_in_attachments() -> None:
    armored = str(pgp_key(ANN)[1])
    key = find_key(letter("ann@a.example", f"KEY\n{armored}\n"))
    assert key is not None
    assert (key.fingerprint, key.names) == (pgp_key(ANN)[1].fingerprint.upper(), (ANN,))
    message = EmailMessage()
    message.set_content("KEY\n")
    message.add_attachment(armored.encode(), maintype="application", subtype="pgp-keys", filename="key.asc")
    assert (again := find_key(message.as_bytes())) is not None
    assert again.fingerprint == key.fingerprint
    assert find_key(letter("ann@a.example", "KEY\n")) is None
    assert read_letter(letter("ann@a.example", f"KEY\n{armored}\n")).lines[0] == "KEY"


def test_keys_that_cannot_be_used_are_refused_in_words() -> None:
    secret = str(pgp_key(ANN)[0]).replace("PRIVATE KEY BLOCK", "PUBLIC KEY BLOCK")
    both = f"{pgp_key(ANN)[1]}\n{pgp_key(EVE)[1]}"
    junk = "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nabcd\n-----END PGP PUBLIC KEY BLOCK-----"
    huge = junk.replace("abcd", "a" * 70_000)
    for text, word in ((secret, "secret"), (both, "several"), (junk, "cannot be read"), (huge, "too large")):
        with pytest.raises(ValueError, match=word):
            find_key(letter("ann@a.example", f"KEY\n{text}\n"))


@given(st.binary(max_size=300))
def test_any_bytes_are_judged_without_a_crash(text: bytes) -> None:
    frame = (
        b"-----BEGIN PGP SIGNED MESSAGE-----\n"
        + text
        + b"\n-----BEGIN PGP SIGNATURE-----\n"
        + text
        + b"\n-----END PGP SIGNATURE-----"
    )
    assert checked(b"From: a@b.example\n\n" + frame) is None
    assert checked(b"Content-Type: multipart/signed; boundary=edge\n\n--edge\n" + text) is None
