"""What is changed of a module, and what is not."""

from __future__ import annotations

import ast

import pytest

from tests.mutate.mutants import mutants


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        ("a = 3\n", ["a = 4\n"]),
        ("a = True\n", ["a = False\n"]),
        ("a = b < c\n", ["a = b <= c\n"]),
        ("a = b not in c\n", ["a = b in c\n"]),
        ("a = b is not None\n", ["a = b is None\n"]),
        ("a = b and c\n", ["a = b or c\n"]),
        ("a = b * c\n", ["a = b + c\n"]),
        ("a = b if c else d\n", ["a = b if not (c) else d\n"]),
        ("if c:\n    pass\n", ["if not (c):\n    pass\n"]),
        ("a = f(é < 2)\n", ["a = f(é <= 2)\n", "a = f(é < 3)\n"]),
        ("a = 0 <= b < 3\n", ["a = 1 <= b < 3\n", "a = 0 < b < 3\n", "a = 0 <= b <= 3\n", "a = 0 <= b < 4\n"]),
        (
            'def f(x: "int" = 1) -> "int":\n    """Says 5."""\n    return x\n',
            ['def f(x: "int" = 2) -> "int":\n    """Says 5."""\n    return x\n'],
        ),
        (
            "@dataclass(frozen=True)\nclass A(B[1]):\n    x: int = 2\n",
            [
                "@dataclass(frozen=True)\nclass A(B[2]):\n    x: int = 2\n",
                "@dataclass(frozen=True)\nclass A(B[1]):\n    x: int = 3\n",
            ],
        ),
        ('a = "3 < 4"\nb = f"{c + 1}"\n', []),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    pass\n", []),
    ],
)
def test_one_thing_is_changed_at_a_time(source: str, changed: list[str]) -> None:
    assert [one.applied(source) for one in mutants(source)] == changed


def test_every_change_of_this_very_module_can_be_parsed() -> None:
    with open(mutants.__code__.co_filename, encoding="utf-8") as file:
        source = file.read()
    found = mutants(source)
    assert len(found) > 20
    for one in found:
        assert ast.parse(one.applied(source))
        assert one.applied(source) != source
