"""Digits: what is a number for us is one for ``int``, and nothing else asks."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import postern
from postern.game.kit.orders.digits import is_number

_ASKS = ("isdigit", "isdecimal", "isnumeric")


@pytest.mark.parametrize("text", ["0", "007", "3104", "9" * 100])
def test_digits_are_a_number(text: str) -> None:
    assert is_number(text)
    assert int(text) >= 0


@pytest.mark.parametrize("text", ["", "²", "1²", "①", "٣", "３", "-1", "1 ", "1_0", "Ⅷ", "½"])
def test_nothing_else_is(text: str) -> None:
    assert not is_number(text)


def test_nobody_asks_a_text_whether_it_is_a_number_in_another_way() -> None:
    """``"²".isdigit()`` is true, and ``int("²")`` raises: a line of a letter must not."""
    found = []
    for path in sorted(Path(postern.__path__[0]).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr in _ASKS and path.name != "digits.py":
                found.append(f"{path.name}:{node.lineno}")
    assert not found
