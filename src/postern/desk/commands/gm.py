"""GM: sends a game master the letter to whose reply address game masters' commands go."""

from __future__ import annotations

import re

from postern.desk.answers.answer import Call
from postern.desk.commands.spec import Command
from postern.desk.gamemaster.mail import WORDS, greeting
from postern.desk.language.parse import Form


def run(call: Call) -> None:
    """Sends a game master the list of what he can write, to reply to; says to everybody else whom it is for."""
    parts = call.answer.parts
    before = next((part for part in parts if part.name == "master_answer"), None)
    found = greeting(call.session, call.desk, call.address.lower(), call.rest, before)
    if found is None:
        call.say("GM is for game masters, who write from the address that this desk knows of them.")
        return
    part, call.answer.reply_token = found
    call.answer.parts = [one for one in parts if one is not before] + [part]


COMMAND = Command(
    460,
    Form("GM", ("MASTER",), re.compile(rf"(?:(?:{'|'.join(WORDS)})\b.*)?", re.IGNORECASE)),
    run,
    Call,
    "GM sends game masters the letter they reply to",
    "`GM` is for game masters: it sends them the letter whose replies are carried out as theirs.",
)
