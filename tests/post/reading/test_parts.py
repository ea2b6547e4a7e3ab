"""Which parts of a letter are read, and what is said of the others."""

from __future__ import annotations

from postern.post.letter import Incoming
from postern.post.reading import ReadingLimits, read_letter
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


def mixed(*parts: bytes, kind: bytes = b"mixed") -> bytes:
    return b"Content-Type: multipart/" + kind + b"; boundary=b\n\n" + b"".join(b"--b\n%s\n" % one for one in parts) + b"--b--\n"


def nested(depth: int) -> bytes:
    inner = b"Content-Type: text/plain\n\nL13MB4\n"
    for level in range(depth):
        edge = b"b%d" % level
        inner = b"Content-Type: multipart/mixed; boundary=%b\n\n--%b\n%b\n--%b--\n" % (edge, edge, inner, edge)
    return inner


def test_parts_beyond_the_limit_are_counted_and_said() -> None:
    picture = b"Content-Type: image/png\n\nx"
    raw = mixed(b"Content-Type: text/plain\n\nL13MB4", *[picture] * 299)
    found = read_letter(raw, limits=ReadingLimits(parts=100))
    assert (found.lines, found.over) == (("L13MB4",), ("Your letter has 300 parts; I read 100.",))
    assert read_letter(raw, limits=ReadingLimits(parts=300)).over == ()


def test_parts_deeper_than_the_limit_are_said() -> None:
    assert read_letter(nested(5), limits=ReadingLimits(nesting=5)).lines == ("L13MB4",)
    found = read_letter(nested(6), limits=ReadingLimits(nesting=5))
    assert found.lines == ()
    assert found.over == ("Your letter has parts packed more than 5 deep in one another; I read no deeper than that.",)


def test_a_letter_of_more_parts_in_parts_than_can_be_taken_apart_says_so() -> None:
    found = read_letter(nested(61))
    assert (found.readable, found.over) == (False, ("It has more than 60 parts that hold parts.",))


def test_text_files_beyond_the_limit_are_named_and_said() -> None:
    files = [b"Content-Type: text/plain; name=o%d.txt\nContent-Disposition: attachment\n\nL%dMB4" % (n, n) for n in range(3)]
    found = read_letter(mixed(*files), limits=ReadingLimits(attachments=2))
    assert (found.lines, found.files) == (("L0MB4", "L1MB4"), ("o0.txt", "o1.txt"))
    assert (found.ignored, found.over) == (("o2.txt (text/plain)",), ("Your letter brings 3 text files; I read 2.",))


def test_text_beyond_what_may_be_unpacked_is_left_and_said() -> None:
    raw = mixed(b"Content-Type: text/plain\n\nL13MB4", b"Content-Type: text/plain; name=big.txt\n\n" + b"x\n" * 10_000)
    found = read_letter(raw, limits=ReadingLimits(unpacked=10_000))
    assert found.lines == ("L13MB4",)
    assert found.over == (
        "Your letter holds more than 10,000 characters of text once it is unpacked; I read no more than that.",
    )
    assert read_letter(raw, limits=ReadingLimits(unpacked=30_000)).over == ()
