"""Reads a TOML file into a model; errors name the file and line and say what to write instead."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from rapidfuzz import process

M = TypeVar("M", bound=BaseModel)

_TABLE = re.compile(r"^\s*\[+\s*([^\]]+?)\s*\]+\s*(#.*)?$")
_KEY = re.compile(r"^\s*([A-Za-z0-9_.\"'-]+)\s*=")
_GOOD_GUESS = 70


class ConfigError(Exception):
    """A settings file cannot be used. ``problems``: one line each, ``file:line: what is wrong; remedy``."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def load(path: Path, model: type[M], context: object = None) -> M:
    """Reads a file into the model, whose validators get the context.

    Raises ConfigError when the file is missing, not TOML, or does not fit the model.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ConfigError([f"{path}: cannot be read ({error.strerror or error})"]) from error
    except UnicodeDecodeError as error:
        raise ConfigError([f"{path}: is not UTF-8 text; save it as UTF-8"]) from error
    return parse(text, path, model, context)


def parse(text: str, path: Path, model: type[M], context: object = None) -> M:
    """As ``load``, from the file's text."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"at line (\d+)", str(error))
        where = f"{path}:{place[1]}" if place else f"{path}"
        raise ConfigError([f'{where}: is not TOML: {error}. Texts need quotes: title = "My game"']) from error
    try:
        return model.model_validate(data, context=context)
    except ValidationError as error:
        raise ConfigError([_told(text, path, model, dict(problem)) for problem in error.errors()]) from error
    except OverflowError as error:
        raise ConfigError([f"{path}: a number or a day in it is too large to reckon with ({error})"]) from error


def _told(text: str, path: Path, model: type[BaseModel], problem: dict[str, Any]) -> str:
    keys = [str(part) for part in problem["loc"]]
    name = ".".join(keys) or "the file"
    message = str(problem["msg"]).removeprefix("Value error, ")
    if not keys and (about := re.match(r"([a-z_]+): ", message)) and about[1] in model.model_fields:
        # What several settings have to do with one another is told of the one that its text begins with.
        keys, name, message = [about[1]], about[1], message[about.end() :]
    if problem["type"] == "extra_forbidden":
        known = _known_keys(model, keys[:-1])
        guess = process.extractOne(keys[-1], known, score_cutoff=_GOOD_GUESS)
        message = f"is not a setting; did you mean {guess[0]}?" if guess else f"is not a setting; known: {', '.join(known)}"
    elif problem["type"] == "missing":
        message = "is needed and not there; add it"
    return f"{path}:{_line_of(text, keys)}: {name}: {message}"


def _known_keys(model: type[BaseModel], keys: list[str]) -> list[str]:
    for key in keys:
        field = model.model_fields.get(key)
        inner = field.annotation if field else None
        if not (isinstance(inner, type) and issubclass(inner, BaseModel)):
            return []
        model = inner
    return sorted(model.model_fields)


def _line_of(text: str, keys: list[str]) -> int:
    """The line (from 1) where the deepest of these nested keys that can be found is set."""
    table: list[str] = []
    best, depth = 1, 0
    for number, line in enumerate(text.splitlines(), 1):
        if header := _TABLE.match(line):
            table = [part.strip().strip("\"'") for part in header[1].split(".")]
            path = table
        elif key := _KEY.match(line):
            path = table + [part.strip("\"'") for part in key[1].split(".")]
        else:
            continue
        shared = next((n for n, (a, b) in enumerate(zip(path, keys, strict=False)) if a != b), min(len(path), len(keys)))
        if shared > depth and shared == len(path[: len(keys)]):
            best, depth = number, shared
    return best
