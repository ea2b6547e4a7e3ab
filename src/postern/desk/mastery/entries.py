"""Lines of the journal as a game master reads them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def entry_words(detail: Mapping[str, Any], most: int = 0) -> str:
    """What a line of the journal holds besides who and what, on one line: ``seat BOB, reason never writes``.

    Texts longer than ``most`` signs (0: of any length) end in "…"; a patch is told in full, step by step.
    """
    return ", ".join(f"{key} {_value(key, value, most)}" for key, value in detail.items() if value)


def _value(key: str, value: Any, most: int) -> str:
    if key == "patch" and isinstance(value, list):
        return "; ".join(_step(step) for step in value)
    text = " ".join(str(value).split())
    return f"{text[: most - 1].rstrip()}…" if 0 < most < len(text) else text


def _step(step: Any) -> str:
    """A step of a JSON Patch: ``replace /coins/ANN = 33``, ``move /a from /b``."""
    if not isinstance(step, dict):
        return str(step)
    source = f" from {step['from']}" if "from" in step else ""
    value = f" = {json.dumps(step['value'], ensure_ascii=False)}" if "value" in step else ""
    return f"{step.get('op')} {step.get('path')}{source}{value}"
