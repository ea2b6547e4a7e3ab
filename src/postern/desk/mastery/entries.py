"""Lines of the journal as a game master reads them."""

from __future__ import annotations

import json
import re
from datetime import datetime
from typing import Any

from postern.desk.moments import Dial, told
from postern.store.tables import Journal

_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d")


def entry_line(row: Journal, dial: Dial, most: int = 0) -> str:
    """One line of the journal: ``Mon 23 Nov 2026, 14:14 CET (13:14 UTC): ejected by master, seat BOB, reason never writes``.

    Texts longer than ``most`` signs (0: of any length) end in "…"; a patch is told in full, step by step.
    """
    detail = "".join(f", {key} {_value(key, value, dial, most)}" for key, value in row.detail.items() if value)
    return f"{told(row.at, dial)}: {row.action} by {row.actor}{detail}"


def _value(key: str, value: Any, dial: Dial, most: int) -> str:
    if key == "patch" and isinstance(value, list):
        return "; ".join(_step(step) for step in value)
    if isinstance(value, str) and _MOMENT.fullmatch(value):
        return told(datetime.fromisoformat(value), dial)
    text = " ".join(str(value).split())
    return f"{text[: most - 1].rstrip()}…" if 0 < most < len(text) else text


def _step(step: Any) -> str:
    """A step of a JSON Patch: ``replace /coins/ANN = 33``, ``move /a from /b``."""
    if not isinstance(step, dict):
        return str(step)
    source = f" from {step['from']}" if "from" in step else ""
    value = f" = {json.dumps(step['value'], ensure_ascii=False)}" if "value" in step else ""
    return f"{step.get('op')} {step.get('path')}{source}{value}"
