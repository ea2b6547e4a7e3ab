"""Which parts of a letter are read, and what is said of the others."""

from __future__ import annotations

from postern.post.letter import Incoming
from postern.post.reading import read_letter
from tests.letters.letter import Sample
from tests.letters.test_corpus import SAMPLES

BY_NAME: dict[str, Sample] = {sample.name: sample for sample in SAMPLES}


def read(name: str) -> Incoming:
    return read_letter(BY_NAME[name].raw)


def test_signatures_are_reported() -> None:
    for name in ("pgp-mime", "pgp-mime-html", "pgp-inline"):
        assert read(name).signatures == ("an OpenPGP signature",)
    for name in ("s-mime", "s-mime-opaque", "s-mime-opaque-in-pieces"):
        assert read(name).signatures == ("an S/MIME signature",)
    assert read("flowed").signatures == ()


def test_parts_that_are_not_read_are_named() -> None:
    assert read("forwarded-whole").ignored == ("a forwarded letter",)
    assert read("eml-attached").ignored == ("letter.eml (a file)",)
    assert read("calendar-attached").ignored == ("turn.ics (a calendar entry)",)
    assert read("charset-utf-7").ignored == ("characters in UTF-7, which few programs read",)


def test_encrypted_letters_say_so() -> None:
    sealed = b"Content-Type: application/pkcs7-mime\nContent-Transfer-Encoding: base64\n\nMIAGCSqGSIb3DQEHA6CA\n"
    inline = b"\n-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n"
    mime = b"Content-Type: multipart/encrypted; boundary=b\n\n--b\n\nVersion: 1\n--b\n\nx\n--b--\n"
    for raw in (sealed, inline, mime):
        found = read_letter(raw)
        assert (found.lines, found.ignored) == ((), ("an encrypted part",))


def test_the_root_of_related_parts_may_stand_anywhere() -> None:
    raw = (
        b'Content-Type: multipart/related; boundary=b; start="<root>"\n\n--b\nContent-Type: image/png\n\nx\n'
        b"--b\nContent-Type: text/html\nContent-ID: <root>\n\n<p>L13MB4</p>\n--b--\n"
    )
    assert read_letter(raw).lines == ("L13MB4",)


def test_a_named_body_is_still_a_body() -> None:
    raw = b'Content-Type: text/plain; name="message.txt"\n\nL13MB4\n\n> L27MC2\n'
    assert read_letter(raw).lines == ("L13MB4",)
