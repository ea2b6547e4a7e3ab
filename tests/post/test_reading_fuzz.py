"""Letters put together and broken by chance: always read, always bounded, never with our own words taken for orders."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from postern.post.reading import date_of, read_letter
from postern.post.reading.edited import Comparison
from postern.post.reading.sent import Answered
from postern.post.reading.sheet import Reason, Sheet
from postern.post.reading.tnef import read_tnef
from tests.fuzz.letters import one
from tests.letters.letter import OURS, Sample
from tests.letters.special import attribute, properties, tnef
from tests.letters.test_corpus import SAMPLES
from tests.post.typed import own_lines

_BOUNDED = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@_BOUNDED
@given(st.sampled_from(SAMPLES), st.integers(0, 2**32), st.integers(1, 12))
def test_a_real_letter_with_bytes_changed_cut_or_doubled_is_read(sample: Sample, seed: int, changes: int) -> None:
    chance = random.Random(seed)
    raw = bytearray(sample.raw)
    for _ in range(changes):
        at = chance.randrange(len(raw))
        kind = chance.randrange(4)
        if kind == 0:
            raw[at] = chance.randrange(256)
        elif kind == 1:
            del raw[at : at + chance.randrange(1, 60)]
        elif kind == 2:
            raw[at:at] = raw[at : at + chance.randrange(1, 400)]
        else:
            raw[at:at] = chance.choice([b"\r\n\r\n", b"--", b"\x00", b"=?", b"<div>", b"> ", b"\xff\xfe", b"Content-Type: "])
        raw = raw or bytearray(b" ")
    one(bytes(raw))
    found = read_letter(bytes(raw))
    assert date_of(bytes(raw)) == found.date or not found.readable


@_BOUNDED
@given(st.binary(max_size=300), st.integers(0, 0xFFFF), st.integers(0, 0xFFFF))
def test_any_winmail_is_read_or_refused(data: bytes, number: int, kind: int) -> None:
    read_tnef(data, 400_000)
    read_tnef(tnef(data), 400_000)
    read_tnef(tnef(attribute(0x00069003, data)), 400_000)
    read_tnef(tnef(attribute(0x00069003, properties((number, kind, data)))), 400_000)
    read_tnef(tnef(attribute(0x00069003, properties((0x1009, 0x0102, data)))), 400_000)


@_BOUNDED
@given(st.lists(st.integers(0, len(OURS.split("\n")) - 1), unique=True), st.integers(30, 80))
def test_a_quotation_of_ours_however_cut_and_wrapped_gives_no_orders(places: list[int], width: int) -> None:
    lines = OURS.split("\n")
    kept = [lines[place] for place in sorted(places)]
    wrapped = [line[start : start + width] for line in kept for start in range(0, max(1, len(line)), width)]
    sheet = Sheet.blank([f"> {line}" for line in wrapped])
    sheet.mark(0, len(sheet.lines), Reason.QUOTATION)
    Comparison(sheet, Answered([OURS])).take_edited()
    assert not [line for line in sheet.taken() if line.strip()]


@_BOUNDED
@given(st.lists(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=60), max_size=20))
def test_every_line_is_taken_or_counted(lines: list[str]) -> None:
    typed = [line for line in "\n".join(lines).split("\n") if line.strip()]
    sheet_lines = [line for line in own_lines("\n".join(lines)) if line.strip()]
    found = read_letter(b"Content-Type: text/plain; charset=utf-8\n\n" + "\n".join(lines).encode())
    counted = sum(item.lines for item in found.left_out)
    assert len(sheet_lines) + counted >= len(typed) - 1


@pytest.mark.parametrize("raw", [b"", b"\n", b"\x00", b"\xff" * 100, b"From:", b"Content-Type: multipart/mixed\n\n"])
def test_next_to_nothing_is_read(raw: bytes) -> None:
    one(raw)
