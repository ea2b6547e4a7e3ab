"""Lines of the journal in the words in which a game master reads them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from postern.desk.timing.moments import Dial, told
from postern.store.tables import Journal

_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d")
_ACTORS = {
    "master": "The game master",
    "desk": "Postern",
    "player": "A player",
    "players": "The players",
    "observer": "An observer",
}
SENTENCES: Mapping[str, str] = {
    "abuse told": "passed a complaint about press on",
    "absences cancelled": "took the days of absence of {seat} back",
    "absent": "told that {seat} is away from {first} to {last}",
    "address changed": "moved {seat} to a new address",
    "brake off": "answers {address} again",
    "brake on": "holds answers to {address} back",
    "created": "opened the game",
    "demoted": "took the game from {address}, who was its game master",
    "ejected": "took the seat {seat} from its player",
    "extended": "moved the deadline to {deadline}",
    "failed": "let proposal {number} fail ({kind})",
    "halted": "paused the game, since turn {turn} could not be run",
    "joined": "seated {seat}",
    "letter answered": "answered letter {letter}",
    "letter dropped": "set letter {letter} aside",
    "letter retried": "had letter {letter} handled once more",
    "mail goes on": "sends to {address} again; letters that it missed: {missed}",
    "mail kept": "keeps letters to {address}, from which they come back",
    "missed": "noted that orders of {seat} were missing",
    "moved": "moved the game to {to}",
    "new secret": "gave {seat} a new secret",
    "observer came": "began to observe the game",
    "observer left": "ended an observer's letters",
    "passed": "passed proposal {number} ({kind})",
    "patched": "mended the world of turn {turn} ({patch})",
    "offered": "offered the seat {seat} to somebody else",
    "paused": "paused the game",
    "promoted": "made {address} a game master of the game",
    "proposed": "put proposal {number} to the vote ({kind})",
    "reseated": "gave the seat {seat} back to a player",
    "resigned": "noted that {seat} has no player any more",
    "restored": "brought the game back from the backup of {backup}",
    "resumed": "let the game go on",
    "rolled back": "took turn {turn} back",
    "run now": "had turn {turn} run at once",
    "said": "wrote: {text}",
    "set": "changed the game's file: {line}",
    "standby": "joined the list of standbys",
    "start moved": "moved the start to {to}, since too few have come: {players}",
    "started": "let the game begin",
    "started on its day": "let the game begin on its day; players: {players}",
    "submitted": "put orders for turn {turn} on file for {seat}",
    "taken in": "took the game in, from {sender}, where it was {was}",
    "taken over": "seated somebody new as {seat}",
    "vote waits": "waits with proposal {number}, since somebody has left",
    "waits": "waits with turn {turn} for the orders of {seats}",
    "waits for the mailbox": "waits with turn {turn} for the mailbox, which could not be read since {since}",
    "wrote to the game master": "passed words of {by} on to the game master",
}
"""What was done, by the action's name; the fields that the sentence does not name stand behind it."""
_OFTEN = {
    ("reread", True): "letters that came since then are read again",
    ("reread", False): "letters that came since then are not read again",
}
_ADDED = {"reason": "because: {}", "seat": "to {}"}


def entry_line(row: Journal, dial: Dial, most: int = 0) -> str:
    """One line of the journal: ``Mon 23 Nov 2026, 14:14 CET (13:14 UTC): The game master took the seat BOB from its player;
    because: never writes``.

    Texts longer than ``most`` characters (0: of any length) end in "…"; a patch is told in full, step by step.
    """
    values = {key: _value(key, value, dial, most) for key, value in row.detail.items()}
    sentence = SENTENCES.get(row.action, row.action)
    named = set(re.findall(r"\{(\w+)\}", sentence))
    said = re.sub(r"\{(\w+)\}", lambda found: values.get(found[1], "") or "(not on record)", sentence)
    more = [_more(key, value, values[key]) for key, value in row.detail.items() if key not in named]
    return f"{told(row.at, dial)}: {_ACTORS.get(row.actor, row.actor)} {said}{''.join(f'; {words}' for words in more if words)}"


def _more(key: str, value: Any, words: str) -> str:
    if isinstance(value, bool):
        return _OFTEN.get((key, value), key if value else "")
    return (_ADDED[key].format(words) if key in _ADDED else f"{key} {words}") if value else ""


def _value(key: str, value: Any, dial: Dial, most: int) -> str:
    if key == "patch" and isinstance(value, list):
        return "; ".join(_step(step) for step in value)
    if isinstance(value, str) and _MOMENT.fullmatch(value):
        return told(datetime.fromisoformat(value), dial)
    plain = ", ".join(map(str, value)) if isinstance(value, list) else value
    text = " ".join(str(plain).split())
    return f"{text[: most - 1].rstrip()}…" if 0 < most < len(text) else text


def _step(step: Any) -> str:
    """A step of a JSON Patch: ``replace /coins/ANN = 33``, ``move /a from /b``."""
    if not isinstance(step, dict):
        return str(step)
    source = f" from {step['from']}" if "from" in step else ""
    value = f" = {json.dumps(step['value'], ensure_ascii=False)}" if "value" in step else ""
    return f"{step.get('op')} {step.get('path')}{source}{value}"
