"""Which cases a commit runs of tests marked as sampled."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.sampling import left_out


@dataclass(frozen=True)
class _Item:
    nodeid: str
    count: int = 0
    callspec: Any = field(default_factory=lambda: SimpleNamespace(params={}), hash=False)

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        return pytest.mark.sampled(self.count).mark if name == "sampled" and self.count else None


_ITEMS = [
    *(
        _Item(f"t.py::test_many[{game}-{number}]", 2, SimpleNamespace(params={"game": SimpleNamespace(slug=game)}))
        for game in ("one", "other")
        for number in range(9)
    ),
    _Item("t.py::test_few[0]", 3),
    _Item("t.py::test_few[1]", 3),
    _Item("t.py::test_plain"),
]


def _run(commit: str) -> set[str]:
    items = cast(list[pytest.Item], _ITEMS)
    return {item.nodeid for item in items} - {item.nodeid for item in left_out(items, commit)}


def test_so_many_of_each_game_are_run_and_all_that_are_not_sampled() -> None:
    run = _run("0123abc")
    assert sum(name.startswith("t.py::test_many[one") for name in run) == 2
    assert sum(name.startswith("t.py::test_many[other") for name in run) == 2
    assert {name for name in run if "many" not in name} == {"t.py::test_few[0]", "t.py::test_few[1]", "t.py::test_plain"}


def test_the_same_commit_chooses_the_same_and_in_time_all_come_up() -> None:
    runs = [_run(f"commit {number}") for number in range(60)]
    assert runs[7] == _run("commit 7")
    assert set().union(*runs) == {item.nodeid for item in _ITEMS}
