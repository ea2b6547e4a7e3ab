"""A game master's patch is bounded, cannot blow a world up, and is refused in words that fit on a screen, in every game."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest

from postern.desk.gamemaster.patching import applied, read_steps
from postern.desk.games.lookup import MasterError

WORLDS = sorted((Path(__file__).parents[2] / "worlds").glob("*.json.gz"))
SHORT = 900


@pytest.fixture(params=WORLDS, ids=lambda path: path.name.partition(".")[0])
def world(request: pytest.FixtureRequest) -> bytes:
    return json.dumps(json.loads(gzip.decompress(Path(request.param).read_bytes()))).encode()


def refusal(world: bytes, patch: object) -> str:
    """Why the patch is refused."""
    with pytest.raises(MasterError) as refused:
        applied(world, read_steps(patch if isinstance(patch, str) else json.dumps(patch)))
    assert len(str(refused.value)) < SHORT
    return str(refused.value)


def biggest(world: bytes) -> str:
    """The table with the most rows: provinces, units, centers."""
    document: dict[str, object] = json.loads(world)
    tables = {
        name: rows
        for name, rows in document.items()
        if isinstance(rows, dict) and isinstance(next(iter(rows.values()), 0), dict)
    }
    return max(tables, key=lambda name: len(tables[name]))


def test_a_world_is_never_copied_into_itself(world: bytes) -> None:
    doubling = [{"op": "copy", "from": "", "path": f"/x{number}"} for number in range(30)]
    assert 'step 1: "" cannot be put into itself, at "/x0"' in refusal(world, doubling)
    name = biggest(world)
    for op in ("copy", "move"):
        assert "cannot be put into itself" in refusal(world, [{"op": op, "from": f"/{name}", "path": f"/{name}/more"}])


def test_a_world_grows_within_bounds(world: bytes) -> None:
    name = biggest(world)
    steps = [{"op": "add", "path": "/x", "value": {}}]
    steps += [{"op": "copy", "from": f"/{name}", "path": f"/x/{number}"} for number in range(199)]
    assert re.search(r"step \d\d?: the world would grow from [\d,]+ bytes to more than", refusal(world, steps))
    assert "200 at most" in refusal(world, [{"op": "test", "path": "/turn", "value": 1}] * 201)


@pytest.mark.parametrize("patch", ["[" * 5000, '{"a":' * 5000, "[" * 100_000 + "]" * 100_000, "9" * 5000, "", "{]"])
def test_what_is_not_json_is_called_so(patch: str) -> None:
    with pytest.raises(MasterError, match="is not JSON"):
        read_steps(patch)


def test_a_value_is_not_nested_without_end() -> None:
    with pytest.raises(MasterError, match="nested more than 60 deep"):
        read_steps('[{"op": "add", "path": "/x", "value": ' + "[" * 500 + "]" * 500 + "}]")


def test_a_misfit_names_path_and_members_and_shows_no_world(world: bytes) -> None:
    name = biggest(world)
    first = next(iter(json.loads(world)[name]))
    said = refusal(world, [{"op": "replace", "path": f"/{name}/nosuch/owner", "value": 1}])
    assert said.startswith(f'step 1: /{name}/nosuch/owner: there is no "nosuch" in /{name}; there are {first}, ')
    assert re.search(r" and \d+ more$", said)
    assert f'there is no "nosuch" in /{name}/{first}; there are ' in refusal(
        world, [{"op": "remove", "path": f"/{name}/{first}/nosuch"}]
    )
    assert "which has nothing inside" in refusal(world, [{"op": "add", "path": "/turn/x", "value": 1}])
    assert "is a list with" in refusal(world, [{"op": "replace", "path": "/winners/7", "value": 1}])
    assert 'there is no "x" in the world' in refusal(world, [{"op": "move", "from": "/x", "path": "/y"}])
    assert "/turn is not" in refusal(world, [{"op": "test", "path": "/turn", "value": 999}])


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ({"op": "increase", "path": "/turn"}, "there are add, remove, replace, move, copy and test"),
        ({"path": "/turn"}, '"op" is null'),
        ({"op": "add", "value": 1}, '"path" is missing'),
        ({"op": "copy", "path": "/x"}, "cannot be put into itself"),
        ({"op": "add", "path": "turn", "value": 1}, "does not begin with a slash"),
        ({"op": "add", "path": "/turn"}, '"value" is missing'),
    ],
)
def test_a_step_that_is_none_is_explained(world: bytes, step: dict[str, object], why: str) -> None:
    assert why in refusal(world, [step])


def test_what_fits_is_done(world: bytes) -> None:
    done = json.loads(applied(world, read_steps('[{"op": "replace", "path": "/turn", "value": 3}]')))
    assert done == {**json.loads(world), "turn": 3}
