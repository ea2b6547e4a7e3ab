"""DKIM signatures: which of them prove a person, and which prove nothing however genuine they are."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postern.post.proof.dkim import aligned, signatures, verify
from postern.post.proof.sender import plain_header
from postern.post.reading import read_letter
from tests.desk.box import NOON
from tests.desk.signing import COVERED, Provider, ShortKeyed, letter

ANN = "ann@mail.a.example"
OURS = "orders@example.org"
HOME = Provider("a.example")


def proves(raw: bytes, now: datetime = NOON, key: bytes | None = None, ours: str = OURS) -> bool:
    """Whether any signature of the letter is taken and is genuine."""
    found = signatures(read_letter(raw), ours, now)
    return any(verify(raw, one, HOME.record if key is None else key) for one in found)


def test_a_signature_of_the_domain_or_one_above_proves_the_sender() -> None:
    raw = HOME.signed(letter(ANN, "GUESS 3"))
    (found,) = signatures(read_letter(raw), OURS, NOON)
    assert (found.domain, found.selector, found.key_name) == ("a.example", "mail", "mail._domainkey.a.example")
    assert proves(raw)
    assert proves(raw.replace(b"\r\n", b"\n"))
    assert proves(HOME.signed(letter(ANN, "GUESS 3", to="orders+abc@example.org")))
    assert proves(HOME.signed(letter(ANN, "GUESS 3", to="bob@b.example", Cc=OURS), (*COVERED, b"Cc")))


def test_a_signature_by_ed25519_proves_the_sender_too() -> None:
    short = ShortKeyed("a.example")
    raw = short.signed(letter(ANN, "GUESS 3"))
    assert b"a=ed25519-sha256" in raw
    assert proves(raw, key=short.record)
    assert proves(HOME.signed(raw)), "with both signatures the one whose key is had counts"
    assert not proves(raw.replace(b"GUESS 3", b"GUESS 4"), key=short.record)
    assert not proves(raw, key=ShortKeyed("b.example").record)
    assert not proves(raw, key=HOME.record)
    assert not proves(raw, key=b"v=DKIM1; k=ed25519; p=AAAA")


def test_what_was_changed_on_the_way_proves_nothing() -> None:
    raw = HOME.signed(letter(ANN, "GUESS 3"))
    for old, new in [(b"GUESS 3", b"GUESS 4"), (b"Subject: orders", b"Subject: CANCEL"), (b"ann@", b"bob@")]:
        assert old in raw
        assert not proves(raw.replace(old, new, 1))
    assert not proves(raw, key=Provider("other.example").record)
    assert not proves(raw, key=b"")
    assert not proves(raw, key=HOME.record + b"; t=y")


@pytest.mark.parametrize(
    "domain", ["evil.example", "b.mail.a.example", "example", "xn--a-fka.example", "mail.a.example.evil.example"]
)
def test_an_unaligned_domain_proves_nothing(domain: str) -> None:
    assert not signatures(read_letter(Provider(domain).signed(letter(ANN, "GUESS 3"))), OURS, NOON)


@given(
    st.from_regex(r"[a-z]{1,3}(\.[a-z]{1,3}){1,3}", fullmatch=True),
    st.from_regex(r"[a-z]{1,3}(\.[a-z]{1,3}){0,3}", fullmatch=True),
)
def test_alignment_goes_by_whole_labels_upwards_only(host: str, domain: str) -> None:
    labels = host.split(".")
    above = {".".join(labels[at:]) for at in range(len(labels) - 1)}
    assert aligned(domain, f"ann@{host}") == (domain in above)


@pytest.mark.parametrize("missing", [b"To", b"Date", b"Subject"])
def test_what_matters_must_be_signed(missing: bytes) -> None:
    covered = tuple(name for name in COVERED if name != missing)
    assert not proves(HOME.signed(letter(ANN, "GUESS 3"), covered))


def test_a_part_of_the_body_is_not_enough() -> None:
    raw = HOME.signed(letter(ANN, "GUESS 3"), length=True)
    assert b"l=" in raw
    assert not proves(raw)
    assert not proves(raw + b"GUESS 4\r\n")


def test_a_letter_to_somebody_else_proves_nothing_here() -> None:
    raw = HOME.signed(letter(ANN, "I shall GUESS 3", to="bob@b.example"))
    assert proves(raw, ours="bob@b.example")
    assert not proves(raw)
    # Putting our address into a field that is not signed does not help.
    assert not proves(raw.replace(b"Subject:", b"Cc: orders@example.org\r\nSubject:", 1))


def test_what_is_old_ahead_or_expired_proves_nothing() -> None:
    raw = HOME.signed(letter(ANN, "GUESS 3"))
    assert proves(raw, NOON + timedelta(days=2))
    assert not proves(raw, NOON + timedelta(days=4))
    assert not proves(raw, NOON - timedelta(days=1))
    for x in (str(int(NOON.timestamp()) - 1), "soon", "", "-5", "1" * 300 + "x"):
        late = raw.replace(b"; h=", b"; x=" + x.encode() + b"; h=", 1)
        assert late != raw
        assert not signatures(read_letter(late), OURS, NOON)


@pytest.mark.parametrize(
    "field", [b"From: bob@b.example", b"Subject: CANCEL", b"Date: Thu, 19 Nov 2026 12:00:00 +0000", b"To: x@y.example",
              b"Content-Type: text/html", b"Sender: a@b.example\r\nSender: c@d.example", b"X-Odd: a\rFrom: bob@b.example"]
)  # fmt: skip
def test_fields_put_in_beside_the_signed_ones_make_it_worthless(field: bytes) -> None:
    raw = HOME.signed(letter(ANN, "GUESS 3"))
    assert plain_header(raw) is not None
    for changed in (field + b"\r\n" + raw, raw.replace(b"\r\n\r\n", b"\r\n" + field + b"\r\n\r\n", 1)):
        assert plain_header(changed) is None
        assert not proves(changed)


@pytest.mark.parametrize("sender", [f"{ANN}, bob@b.example", f"Ann <{ANN}>, Bob <bob@b.example>"])
def test_two_writers_prove_neither(sender: str) -> None:
    assert not proves(HOME.signed(letter(sender, "GUESS 3")))


@pytest.mark.parametrize(
    ("old", "new"),
    [(b"a=rsa-sha256", b"a=rsa-sha1"), (b"d=a.example", b"d=a.example; d=evil.example"), (b"s=mail", b"s=../mail"),
     (b"s=mail", b"s=" + b"x" * 300), (b"bh=", b"zz="), (b"v=1", b"v=1; nonsense")],
)  # fmt: skip
def test_a_signature_out_of_form_is_not_looked_at(old: bytes, new: bytes) -> None:
    raw = HOME.signed(letter(ANN, "GUESS 3"))
    assert old in raw
    assert not signatures(read_letter(raw.replace(old, new, 1)), OURS, NOON)


def test_only_the_first_five_signatures_are_looked_at() -> None:
    raw = HOME.signed(letter(ANN, "GUESS 3"))
    head = raw[: raw.index(b"\r\nFrom:") + 2]
    assert len(signatures(read_letter(head * 30 + raw), OURS, NOON)) == 5


def test_the_same_letter_signed_or_wrapped_anew_has_the_same_proof() -> None:
    raw = HOME.signed(letter(ANN, "GUESS 3"))
    (one,) = signatures(read_letter(raw), OURS, NOON)
    again = re.sub(rb"(?m)^Message-ID:", b"X-Note: once more\r\nMessage-ID:", raw)
    (two,) = signatures(read_letter(again), OURS, NOON)
    (other,) = signatures(read_letter(HOME.signed(letter(ANN, "GUESS 4"))), OURS, NOON)
    assert one.proof == two.proof != other.proof


@given(st.binary(max_size=200), st.binary(max_size=200))
def test_any_bytes_are_judged_without_a_crash(field: bytes, key: bytes) -> None:
    raw = b"DKIM-Signature: " + field + b"\r\n" + letter(ANN, "x")
    signatures(read_letter(raw), OURS, NOON)
    good = HOME.signed(letter(ANN, "GUESS 3"))
    assert not verify(good, signatures(read_letter(good), OURS, NOON)[0], key)


@pytest.mark.parametrize(
    "field", [b"MIME-Version", b"Content-Type", b"Content-Transfer-Encoding", b"Content-Disposition", b"Content-Language"]
)
def test_a_letter_with_a_mime_field_outside_the_signature_proves_nothing(field: bytes) -> None:
    """RFC 6376, section 5.4.1: whoever puts such a field above the signed words makes them read as others."""
    added = b"" if field.lower() in _plain().lower() else field + b": base64\r\n"
    raw = added + HOME.signed(_plain(), tuple(name for name in COVERED if name != field))
    assert not proves(raw)
    assert proves(HOME.signed(added + _plain(), (*COVERED, field)))


def _plain() -> bytes:
    return letter(ANN, "GUESS 3")
