"""HELP: the desk's commands, or a topic of the game's handbook."""

from __future__ import annotations

import re

from rapidfuzz import fuzz, process

from postern import render
from postern.desk.answers.answer import Call
from postern.desk.commands import registry
from postern.desk.commands.spec import Command
from postern.desk.language.parse import Form
from postern.game.handbook import Handbook, Topic
from postern.game.kit.report.own import about_own

_GOOD_GUESS = 70


def run(call: Call) -> None:
    """A command's topic, the handbook's (of a long one its opening and its sections' names), or both of one name; without a
    topic, or with one that is not known, the overview."""
    word = call.rest.strip(" .?!")
    book = call.desk.cache.handbook(call.sitter.game.ruleset) if call.sitter is not None else None
    topics = [*_own(call, word), *_find(word, book)] if word else []
    for topic in topics:
        call.part("topic", topic=topic, text=render.topic_text(topic))
    if topics:
        return
    known = [*registry.names(), *(book.words if book else ())]
    if any(part.name == "help" for part in call.answer.parts):
        if word:
            call.say(f'There is no topic "{word}".')
        return
    near = _nearest(word.lower(), [name.lower() for name in known])
    call.part(
        "help",
        asked=word,
        near=near,
        commands=[command for command in registry.all_commands() if call.sitter or command.need is Call],
        topics=list(book.topics) if book else [],
        title=book.title if book else "",
    )


def _own(call: Call, word: str) -> list[Topic]:
    """What the seat has of this number, code or name: a few lines from its own view."""
    if call.sitter is None or call.sitter.game.turn == 0:
        return []
    game, seat = call.sitter.game, call.sitter.seat
    found = about_own(call.sitter.rules.holdings(call.desk.cache.view(call.session, game, seat.name)), word)
    return [found] if found is not None else []


def _find(word: str, book: Handbook | None) -> list[Topic]:
    command = registry.find(word)
    found = [Topic(command.form.name, command.form.name, command.help)] if command is not None else []
    topic = book.find(word) if book else None
    if book and not found and topic is None:
        topic = next(iter(book.about(word)), None)
    return [*found, topic.brief] if topic is not None else found


def _nearest(word: str, known: list[str]) -> str:
    found = process.extractOne(word, known, scorer=fuzz.ratio, score_cutoff=_GOOD_GUESS) if word else None
    return found[0] if found else ""


COMMAND = Command(
    220,
    Form("HELP", ("INFO", "HILFE"), re.compile(r"(?:(?:with|on|about)\s+)?\S{0,30}(?:\s+\S{1,30}){0,2}", re.IGNORECASE)),
    run,
    Call,
    "HELP lists commands and topics, HELP word explains one, or a unit of yours",
    "`HELP` lists the commands and the topics of your game's handbook; `HELP word` explains one of them, "
    "and of a long one names the parts, which can be asked for alike. With the number, code or name of a unit, place or figure "
    "of yours (`HELP 3103`, `HELP L5`) it tells that in a few lines.",
    own_game_only=True,
)
