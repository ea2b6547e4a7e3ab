"""What the rule tests share."""

from __future__ import annotations

import pytest

from postern.rulesets.great_jewels.rules.powers import mischief


@pytest.fixture
def no_mischief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Talismans play no hidden tricks: for tests that run many seeds and count something else."""
    monkeypatch.setattr(mischief, "_tempt", lambda turn, talisman: None)
