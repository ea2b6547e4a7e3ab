"""Compares what comes of the turns that each test makes with what was recorded (``tests/recorded/situations.py``)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.recorded import situations


@pytest.fixture(autouse=True)
def _situation(request: pytest.FixtureRequest) -> Iterator[None]:
    situations.begin()
    yield
    item = request.node
    if hasattr(getattr(item, "obj", None), "is_hypothesis_test") or item.get_closest_marker("sampled") is not None:
        return
    game = item.path.relative_to(request.config.rootpath).parts[2]
    group = item.get_closest_marker("xdist_group")
    name = item.nodeid.removeprefix(f"tests/rules/{game}/").removesuffix(f"@{group.args[0]}" if group else "")
    found = situations.of_test(game)
    item.user_properties.append((situations.PROPERTY, (game, name, found)))
    before = situations.recorded(game).get(name, found)
    if not request.config.getoption("--situations"):
        assert found == before, "what comes of this test's turns is not what was recorded (tests/recorded/situations.py)"
