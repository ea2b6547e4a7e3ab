"""Questions and wishes of a player among the orders: where the answer is found, which command does it."""

from __future__ import annotations

import re

from postern.game.handbook import Handbook

_ASKS = re.compile(r"\s*(?:how|what|when|where|who|which|why|can|could|may|does|do|is|are|should|would)\b", re.IGNORECASE)
_NAMES_PIECES = re.compile(r"[A-Za-z][0-9]")
"""Who names pieces and places means an order, unsure though they are: what is wrong with it says more."""
_OF_THE_DEADLINE = re.compile(r"\b(?:deadline|due|abgabe)\b", re.IGNORECASE)
_OF_THE_STANDING = re.compile(r"\bmy (?:\w+ )?(?:status|score|standing|rank)\b", re.IGNORECASE)
_MOST_TOPICS = 2
_SHORTEST = 3


_ADVERBS = r"(?:(?:\w+ly|also|then)\s+)*"
_AWAY = re.compile(
    rf"(?:\b(?:I|we)\s*(?:['\u2019]?m|['\u2019]re|am|are|(?:['\u2019]ll|will|shall|must|might|may|(?:have|need)\s+to)\s+{_ADVERBS}(?:be|go))"
    rf"\s+{_ADVERBS}(?:going\s+(?:to\s+be\s+)?)?|^\W*(?:(?:sorry|hello|hi|hey)\W+)*)"
    r"(?:away\b(?!\s+from\s+(?:y?our|his|her|their|its)\b)|absent\b|on\s+(?:holidays?|vacation|leave)\b)"
    r"|\b(?:ich\s+bin|wir\s+sind)\b.{0,40}\b(?:abwesend|verreist|weg|im\s+urlaub)\b",
    re.IGNORECASE,
)
"""The writer himself is away, or the line says it without a person. What somebody or something else does is none of it: "fly
away", "stay away", "his king is absent"."""
_DAYS = re.compile(r"\b(?:from|between|until|till)\b[^,;!?\"]*\d[^,;!?\"]*", re.IGNORECASE)
_LATER = re.compile(
    r"\b(?:more|extra|another|additional)\s+(?:\w+\s+)?(?:days?|hours?|time)\b"
    r"|\b(?:extend|postpone|extension|later deadline)\b",
    re.IGNORECASE,
)
_UNREADY = re.compile(
    r"\W*(?:(?:sorry|no|wait)\W+)*(?:I\s*['\u2019]?m\s+|I am\s+)?"
    r"not\s+(?:(?:yet|quite)\s+)*(?:ready|done|finished)(?:\s+yet)?\W*",
    re.IGNORECASE,
)
_LEAVES = re.compile(
    r"\s*I\s*(?:hereby|(?:['\u2019]d|would) like to|(?:want|wish|have|need) to|(?:['\u2019]ll|will|must))?\s+"
    r"(?:resign|quit|leave (?:the|this) game|give up (?:the|this) game|give (?:my|the) seat up|give up my seat)\b[^?]*",
    re.IGNORECASE,
)
_SPAN = re.compile(r"\b(?P<number>\d{1,2})\s*(?:more\s+|extra\s+)?(?P<unit>d(?:ays?)?|h(?:ours?)?)\b", re.IGNORECASE)
_ALL = r"everybody|everyone|all"
_TELLS = re.compile(
    r"\s*(?:please,?\s+|(?:can|could|would) you (?:please )?|I (?:want|wish|would like) to\s+)?"
    rf"(?:(?:tell|inform|ask|message)\s+(?:all\s+(?=players)|the\s+)?(?P<told>{_ALL}|players|game\s?master|[A-Za-z]+)\b"
    rf"|(?:(?:send|write|pass)\b.{{0,20}}?\b(?:message|letter|mail|note|word|press)|write|say)\s+to\s+(?:all\s+(?=players)|the\s+)?(?P<to>{_ALL}|players|game\s?master|[A-Za-z]+)\b)",
    re.IGNORECASE,
)
_NOBODY = ("ME", "US", "IT", "HIM", "HER", "THEM", "WHAT", "HOW", "IF", "FOR", "THAT", "A", "AN", "MY", "YOU")
_NAMES = {"EVERYBODY": "ALL", "EVERYONE": "ALL", "PLAYERS": "ALL", "GAMEMASTER": "GM", "GAME MASTER": "GM", "MASTER": "GM"}
_HOW_OF_PRESS = re.compile(r"\s*(?:(?:anon(?:ymous(?:ly)?)?|postal)\s+)*to\s+\w+(?:[\s,]+\w+){0,3}\s*:?\s*", re.IGNORECASE)


def wish_of(line: str, may_vote: bool = True) -> str:
    """Which command does what this line wishes for, between quotation marks: a machine that hands our words back gives no
    command. "" for other lines. ``may_vote``: whether players may put the deadline to the vote in this game."""
    if _NAMES_PIECES.search(line):
        return ""
    if _HOW_OF_PRESS.fullmatch(line):
        return _press_words(f"PRESS {' '.join(line.upper().split()).rstrip(' :')}")
    if _AWAY.search(line):
        days = _DAYS.search(line)
        written = " ".join(days[0].split()).rstrip(" .") if days else ""
        example = f'"ABSENCE {written}"' if written else 'such as "ABSENCE from 24 Dec to 2 Jan"'
        return f"Nothing was noted: days on which you are away are told by a line {example}."
    if _LATER.search(line):
        span = _SPAN.search(line)
        by = f"{span['number']}{span['unit'][0].lower()}" if span else "1d"
        vote = f', a line "PROPOSE EXTEND {by}" puts it to the vote of all players' if may_vote else ""
        return f'The deadline stands: a line "EXTEND {by}" asks the game master for a later one{vote}.'
    if _UNREADY.fullmatch(line):
        return 'Nothing was changed: a line "WAIT" makes the turn wait for you.'
    if _LEAVES.fullmatch(line):
        return 'You keep your seat: a line "RESIGN" gives it up.'
    tells = _TELLS.match(line)
    name = " ".join((tells["told"] or tells["to"]).upper().split()) if tells else ""
    return _press_words(f"PRESS TO {_NAMES.get(name, name)}") if name and name not in _NOBODY else ""


def _press_words(command: str) -> str:
    return f'Nothing was sent: write a line "{command}", and your message on the lines below it.'


def reply_to(line: str, book: Handbook, may_vote: bool = True) -> str:
    """Which command does what is wished for; where a question is answered: by the handbook's topics that it speaks of, else
    by the game master. "" for other lines."""
    if wish := wish_of(line, may_vote):
        return wish
    asks = _ASKS.match(line) or (line.rstrip().endswith("?") and not _NAMES_PIECES.search(line))
    if not asks or len(line.split()) < _SHORTEST:
        return ""
    if _OF_THE_DEADLINE.search(line):
        return "When the turn runs is told below, and by STATUS at any time."
    if _OF_THE_STANDING.search(line):
        return 'A line "STATUS" tells how you stand.'
    topics = [f"HELP {topic.name}" for topic in book.about(line)[:_MOST_TOPICS]]
    if topics:
        return f"A question, as I read it: {' and '.join(topics)} may answer it."
    # No command that does something: a machine that hands our words back must not give it, wherever a line ends.
    return "A question, as I read it: HELP lists all topics, HELP PRESS tells how to ask the game master."
