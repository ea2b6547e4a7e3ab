"""Letters in the shapes of real programs: what is read is what their writers typed, and the rest is accounted for."""

from __future__ import annotations

import pytest

from postern.post.letter import END_MARK, Kind
from postern.post.reading import read_letter
from tests.letters import programs, recent, special, webmail
from tests.letters.letter import OURS, Sample

SAMPLES = [*programs.samples(), *webmail.samples(), *special.samples(), *recent.samples()]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_the_typed_lines_are_read(sample: Sample) -> None:
    found = read_letter(sample.raw, own_addresses=("orders@postern.test",), sent=lambda ids: sample.sent)
    assert tuple(line for line in found.lines if line) == sample.expected
    assert found.readable
    assert found.verdict.kind is Kind.HUMAN
    reasons = [item.reason for item in found.left_out]
    assert set(sample.reasons) <= set(reasons), found.left_out
    if sample.quotes:
        # What the program quoted is counted, not lost: our letter has that many lines that are not blank.
        ours = sum(1 for line in OURS.split("\n") if line.strip() and line != END_MARK)
        assert sum(item.lines for item in found.left_out) >= ours - 2, found.left_out


def test_the_corpus_is_large_and_each_letter_has_its_own_name() -> None:
    names = [sample.name for sample in SAMPLES]
    assert len(names) >= 300
    assert len(set(names)) == len(names)
