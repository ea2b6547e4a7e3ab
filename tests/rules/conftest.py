"""Compares what comes of the turns that each test makes with what was recorded (``tests/recorded/situations.py``)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.recorded import situations


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what has no situation to record, where that is all that is asked for."""
    if config.getoption("--situations"):
        items[:] = [item for item in items if situations.comparable(item)]


@pytest.fixture(autouse=True)
def _situation(request: pytest.FixtureRequest) -> Iterator[None]:
    situations.begin()
    yield
    item = request.node
    if not situations.comparable(item):
        return
    game = item.path.relative_to(request.config.rootpath).parts[2]
    group = item.get_closest_marker("xdist_group")
    name = item.nodeid.removeprefix(f"tests/rules/{game}/").removesuffix(f"@{group.args[0]}" if group else "")
    found = situations.of_test(game)
    item.user_properties.append((situations.PROPERTY, (game, name, found)))
    before = situations.recorded(game).get(name, found)
    if not request.config.getoption("--situations"):
        assert found == before, "what comes of this test's turns is not what was recorded (tests/recorded/situations.py)"
