"""What of a letter is taken apart."""

from __future__ import annotations

from postern.post.bounds import bounded, header_alone, too_deep


def test_a_letter_within_the_bounds_is_untouched() -> None:
    raw = b"From: a@b.test\r\n\r\nhi\r\n"
    assert bounded(raw) == (raw, ())


def test_each_bound_cuts_and_says_so() -> None:
    raw, said = bounded(b"A: b\n\n" + b"x" * 5_000_000)
    assert (len(raw), len(said)) == (4_000_000, 1)
    raw, said = bounded(b"A: b\n\n" + b"\n" * 200_000)
    assert (raw.count(b"\n") < 120_000, len(said)) == (True, 1)
    raw, said = bounded(b"A: b\nLong: " + b"x" * 300_000 + b"\nOther: " + b"y" * 300_000 + b"\n\nbody")
    assert raw.endswith(b"x\n\nbody")
    assert len(said) == 1


def test_the_header_alone() -> None:
    assert header_alone(b"A: b\r\nC: d\r\n\r\nbody") == b"A: b\r\nC: d\n\n"
    assert header_alone(b"no end") == b"no end\n\n"


def test_nesting_is_told_by_counting() -> None:
    assert not too_deep(b"Content-Type: multipart/mixed\n" * 60)
    assert too_deep(b"Content-Type: Multipart/mixed\n" * 61)
