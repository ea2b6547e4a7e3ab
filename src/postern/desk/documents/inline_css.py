"""The look of a letter, written into its elements: many mail programs take no style sheet."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_SELECTOR = re.compile(r"\.?[a-z][a-z0-9-]*")
# Our templates escape what is not theirs: no angle bracket stands within a value.
_TAG = re.compile(r"<([a-z][a-z0-9]*)([^<>]*)>")
_CLASS = re.compile(r'\sclass="([^"]*)"')
_STYLE = re.compile(r'\sstyle="([^"]*)"')


def rules_of(sheet: str) -> Mapping[str, str]:
    """A style sheet as selector → declarations. Raises ValueError for a selector that is more than one name."""
    found: dict[str, str] = {}
    for selectors, body in _RULE.findall(_COMMENT.sub("", sheet)):
        declared = ";".join(":".join(map(str.strip, one.split(":", 1))) for one in body.split(";") if one.strip())
        for selector in map(str.strip, selectors.split(",")):
            if not _SELECTOR.fullmatch(selector):
                raise ValueError(f'"{selector}" is not the name of an element or of a class')
            found[selector] = ";".join(filter(None, (found.get(selector), declared)))
    return found


def inliner(rules: Mapping[str, str]) -> Callable[[str], str]:
    """Return what writes these rules into HTML, into the ``style`` of each element: first those of its name, then of its
    classes, then its own."""

    @lru_cache(maxsize=1_024)  # most elements of a letter are those of the one before
    def styled(element: str) -> str:
        found = _TAG.fullmatch(element)
        assert found is not None
        tag, rest = found[1], found[2]
        classes, own = _CLASS.search(rest), _STYLE.search(rest)
        names = [tag, *(f".{name}" for name in classes[1].split())] if classes else [tag]
        style = ";".join([*(rules[name] for name in names if name in rules), *([own[1]] if own else [])])
        return f'<{tag}{_STYLE.sub("", rest)} style="{style}">' if style else element

    return lambda html: _TAG.sub(lambda found: styled(found[0]), html)
