"""A JSON Patch (RFC 6902) of a game's world: read, applied step by step within bounds, and explained where it does not fit."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from postern.desk.games.lookup import MasterError
from postern.game.kit.orders.digits import is_number

_EXAMPLE = '[{"op": "replace", "path": "/provinces/B3/garrison", "value": 12}]'
_MOST_STEPS = 200
_LARGEST_GROWTH = 65_536
"""How many bytes a world may grow by, beyond twice its size."""
_DEEPEST = 60
"""How many lists and objects a value may hold inside one another; no world comes near."""
_MOST_DIGITS = 9
_MOST_NAMED = 30
"""How many members of an object an error names."""


def read_steps(patch: str) -> list[dict[str, Any]]:
    """Return the steps of a patch. Raise MasterError for what is not JSON or no list of steps, and for too many."""
    try:
        steps = json.loads(patch)
    except json.JSONDecodeError as error:
        raise MasterError(
            f"the patch is not JSON: line {error.lineno}, {error.msg}. It is a list such as {_EXAMPLE}"
        ) from error
    except (RecursionError, ValueError) as error:
        raise MasterError(f"the patch is not JSON that can be read. It is a list such as {_EXAMPLE}") from error
    if not isinstance(steps, list) or not steps or not all(isinstance(step, dict) for step in steps):
        raise MasterError(f"the patch is no list of steps. It is a list such as {_EXAMPLE}")
    if len(steps) > _MOST_STEPS:
        raise MasterError(f"the patch has {len(steps)} steps; one letter brings {_MOST_STEPS} at most")
    for number, step in enumerate(steps, 1):
        if _depth(step.get("value")) > _DEEPEST:
            raise MasterError(f"step {number}: its value is nested more than {_DEEPEST} deep")
    return steps


def applied(world: bytes, steps: Sequence[Mapping[str, Any]]) -> bytes:
    """Return the world with all steps done, as JSON. Raise MasterError for the first step that does not fit, or makes it
    too large."""
    import jsonpatch
    from jsonpointer import JsonPointerException

    document = json.loads(world)
    most, data = 2 * len(world) + _LARGEST_GROWTH, world
    for number, step in enumerate(steps, 1):
        source, target = str(step.get("from", "")), str(step.get("path", ""))
        if step.get("op") in ("copy", "move") and (not source or target.startswith(f"{source}/")):
            raise MasterError(f'step {number}: "{source}" cannot be put into itself, at "{target}"')
        try:
            document = jsonpatch.apply_patch(document, [step], in_place=True)
            data = json.dumps(document).encode()
        except (jsonpatch.JsonPatchException, JsonPointerException, TypeError, ValueError, KeyError, RecursionError) as error:
            raise MasterError(f"step {number}: {_misfit(document, step)}") from error
        if len(data) > most:
            raise MasterError(f"step {number}: the world would grow from {len(world):,} bytes to more than {most:,}")
    return data


def _misfit(document: Any, step: Mapping[str, Any]) -> str:
    """Return why the step does not fit: its path, and what is there as far as the path leads."""
    op = step.get("op")
    if op not in ("add", "remove", "replace", "move", "copy", "test"):
        return f'"op" is {json.dumps(op)[:40]}; there are add, remove, replace, move, copy and test'
    for key in ("from", "path") if op in ("move", "copy") else ("path",):
        path = step.get(key)
        if not isinstance(path, str) or not (path == "" or path.startswith("/")):
            return f'"{key}" is missing, or does not begin with a slash, as in {_EXAMPLE}'
        if wrong := _way(document, path, adds=key == "path" and op not in ("remove", "replace", "test")):
            return wrong
    if op in ("add", "replace", "test") and "value" not in step:
        return '"value" is missing'
    if op == "test":
        return f"{step['path']} is not {json.dumps(step['value'])[:60]}"
    return f"{step.get('path')}: {op} cannot be done there"


def _way(document: Any, path: str, *, adds: bool) -> str:
    """Return where the path leads no further, and what is there; "" where all of it is there."""
    here, place = document, ""
    words = [word.replace("~1", "/").replace("~0", "~") for word in path.split("/")[1:]]
    for number, word in enumerate(words, 1):
        new = adds and number == len(words)
        if isinstance(here, dict):
            if word not in here:
                return "" if new else f'{path[:80]}: there is no "{word[:40]}" in {place or "the world"}; {_members(here)}'
            here = here[word]
        elif isinstance(here, list):
            index = int(word) if is_number(word) and len(word) <= _MOST_DIGITS else None
            if new and (word == "-" or (index is not None and index <= len(here))):
                return ""
            if index is None or index >= len(here):
                there = f"numbers 0 to {len(here) - 1}" if here else "nothing"
                return f'{path[:80]}: {place} is a list with {there}, and no "{word[:40]}"'
            here = here[index]
        else:
            return f"{path[:80]}: {place} is {json.dumps(here)[:40]}, which has nothing inside"
        place += f"/{word}"
    return ""


def _members(found: Mapping[str, Any]) -> str:
    names = list(found)
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return f"there are {', '.join(names[:_MOST_NAMED])}{more}" if names else "it is empty"


def _depth(value: object) -> int:
    """Return how many lists and objects the value holds inside one another, at most one more than is allowed."""
    level, inside = 0, [value]
    while inside and level <= _DEEPEST:
        inside = [one for outer in inside for one in _items(outer)]
        level += 1
    return level


def _items(value: object) -> Iterator[object]:
    if isinstance(value, dict):
        yield from value.values()
    elif isinstance(value, list):
        yield from value
