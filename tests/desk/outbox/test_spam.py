"""No kind of letter looks like spam to SpamAssassin: each template's letter, in a scene that really writes it, is scored."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from postern.desk.documents.drafts import unpack
from postern.desk.settings.resources import letters_folder
from tests.desk.box import Box, parse, text_of
from tests.desk.documents import test_report_letter as great
from tests.desk.outbox.test_every_letter import SCENES
from tests.desk.telltale import ANN, Telltale, flat, telltale, whole
from tests.servers.fixtures import need_spamassassin
from tests.servers.spam import scores

pytestmark = [pytest.mark.servers, pytest.mark.slow]

MOST = 0.5
GTUBE = "XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X"
"""What every filter takes for spam, so that one can see whether it is at work."""
_HEAD = "From: a@example.org\nTo: b@b.example\nDate: Fri, 27 Nov 2026 19:00:00 +0000\nMessage-ID: <spam@x>"
SPAM = f"{_HEAD}\n\n{GTUBE}\n"


def test_every_kind_of_letter_is_far_from_spam(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    need_spamassassin()
    templates = {path.parent.name for path in letters_folder().glob("*/text.j2")}
    letters: dict[str, bytes] = {}
    for at, part in enumerate(SCENES):
        if part.brings & templates <= letters.keys():
            continue
        with monkeypatch.context() as patch, telltale(tmp_path / str(at), ANN, part.lines, part.settings, patch) as there:
            gather = partial(_gather, there, letters)
            patch.setattr(there, "look", gather)  # what they say is another test's
            part.play(there)
            gather()
    assert letters.keys() == templates
    letters |= {"a real report": great.raw(great.WISH), "spam": SPAM.encode()}
    found = scores(set(letters.values()), tmp_path)
    got = {kind: found[str(parse(raw)["Message-ID"])] for kind, raw in letters.items()}
    assert got.pop("spam").points > 100
    assert not {kind: score for kind, score in got.items() if score.points > MOST}


def _gather(there: Telltale, letters: dict[str, bytes], box: Box | None = None) -> None:
    """Adds a letter of each template that has none yet."""
    for row in (box or there.box).rows():
        if row.raw is None and row.draft is None:
            continue
        text = flat(text_of(parse(row.raw)) if row.raw is not None else unpack(row.draft or b"")[0].text)
        new = there.made_of(text) - letters.keys()
        if new:
            letters |= dict.fromkeys(new, whole(box or there.box, row).as_bytes())
