"""Words for what happened: a sentence an event kind, and plain counting and listing words.

Most kinds have their sentences in a table of the game, the rest a function (a *teller*). Every sentence is written once, with
its verbs marked, and read in a mood: as what happened (a report), or as what would (a forecast). In a sentence stand

- ``[move]``: a verb, "moved" or "would move"; ``[and find]`` shares the "would" of the verb before it;
- ``[is|would be]``: the two forms as they are;
- ``{province}``: a fact of the event; ``{troops:troop}`` counts ("1 troop", "no troops"), ``{navies:navy/navies}`` where the
  plural has its own form, ``{troops:all troop}`` is "the only troop" or "all 3 troops", ``{troops:=lies/lie}`` only agrees;
- ``{owner:or nobody}``: the fact, or these words; ``{owner:? of {owner}}``: words that stand only when the fact does, and
  ``{owner:!...}`` only when it does not;
- ``{names}`` of a list is "A, B and C", ``{names:,}`` "A, B, C"; ``{force:NAME}`` is told by the game's own form of that name.
"""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from fnmatch import fnmatchcase
from functools import lru_cache
from string import Formatter
from typing import Any, Literal, TypeVar, get_args

from postern.game.events import Event
from postern.game.report import Battle

Data = Mapping[str, Any]
"""The facts of an event, by name."""
Weight = Literal["attention", "normal", "detail"]
Tone = Literal["body", "good", "bad"]


class Mood(Enum):
    """How a sentence is told: of what happened, or of what would happen."""

    HAPPENED = "happened"
    FORESEEN = "foreseen"


@dataclass(frozen=True, slots=True)
class Said:
    """What one reader is told of one event: a short plain sentence with numbers.

    ``weight``: "attention" comes first in a report, "normal" in its step, "detail" only in the step's account. ``battle`` is a
    boxed account instead of the sentence's place in the running text. ``more`` is what is left to tell where another line tells
    the cause of it.
    """

    text: str
    weight: Weight = "normal"
    tone: Tone = "body"
    battle: Battle | None = None
    more: str = ""
    event: Event = field(default_factory=lambda: Event("", "", frozenset()), compare=False, repr=False)


# --- plain words ---------------------------------------------------------------------------------------------------------


def counted(number: int, noun: str, many: str = "") -> str:
    """Says 1 troop, 3 troops, no troops; ``many`` for irregular plurals (navies)."""
    if number == 1:
        return f"1 {noun}"
    return f"{number or 'no'} {many or noun + 's'}"


def listed(names: Sequence[str], last: str = "and") -> str:
    """Says B2, or B2 and B3, or B2, B3 and C4."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def capital(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


_PAST = dict(
    pair.split("-")
    for pair in (
        "be-was become-became begin-began break-broke bring-brought build-built burn-burnt cast-cast come-came die-died "
        "dig-dug do-did draw-drew drive-drove drop-dropped eat-ate fall-fell fight-fought find-found fly-flew get-got "
        "give-gave go-went grow-grew have-had hide-hid hold-held keep-kept lay-laid leap-leapt leave-left lose-lost "
        "make-made meet-met pay-paid put-put rebel-rebelled rise-rose run-ran see-saw sell-sold send-sent set-set "
        "shrink-shrank sing-sang sink-sank slay-slew spend-spent spread-spread stand-stood steal-stole stop-stopped "
        "strike-struck take-took tell-told throw-threw win-won write-wrote"
    ).split()
)


def past(verb: str) -> str:
    """The past of a verb: went, carried, moved, handed."""
    if verb in _PAST:
        return _PAST[verb]
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ied"
    return verb + ("d" if verb.endswith("e") else "ed")


# --- sentences -------------------------------------------------------------------------------------------------------------

_MARK = re.compile(r"\[(and |or |but )?([^\[\]|]+)(?:\|([^\[\]]+))?\]")


@lru_cache(maxsize=4096)
def in_mood(sentence: str, mood: Mood) -> str:
    """The sentence with its marked verbs in this mood."""

    def form(mark: re.Match[str]) -> str:
        joined, verb, would = mark.group(1) or "", mark.group(2), mark.group(3)
        if mood is Mood.HAPPENED:
            return joined + (verb if would else past(verb))
        return would or (joined or "would ") + verb

    return _MARK.sub(form, sentence)


Forms = Mapping[str, Callable[[Any], str]]


@lru_cache(maxsize=4096)
def _parts(sentence: str) -> tuple[tuple[str, str | None, str], ...]:
    """The sentence in parts: words, the fact behind them (None at the end), and how it is told."""
    return tuple((words, fact, how or "") for words, fact, how, _ in Formatter().parse(sentence))


def filled(sentence: str, facts: Data, forms: Forms) -> str:
    """The sentence with its facts (see the head of this module). Raises KeyError for one that is not there."""
    return "".join(
        words if fact is None else words + _fact(facts[fact], how, facts, forms) for words, fact, how in _parts(sentence)
    )


def _fact(value: Any, how: str, facts: Data, forms: Forms) -> str:
    sign = how[:1]
    if sign == "?" or sign == "!":
        return filled(how[1:], facts, forms) if bool(value) == (sign == "?") else ""
    if form := forms.get(how):
        return form(value)
    if how.startswith("or ") and not value:
        return how[3:]
    if not how or how.startswith("or "):
        return listed([str(one) for one in value]) if isinstance(value, list | tuple) else str(value)
    if sign == ",":
        return ", ".join(map(str, value))
    one, _, many = how.partition("/")
    if sign == "=":
        return one[1:] if value == 1 else many
    if one.startswith("all "):
        return f"all {value} {many or one[4:] + 's'}" if value > 1 else f"the only {one[4:]}"
    return counted(value, one, many) if sign.isalpha() else format(value, how)


Say = Callable[..., str]
"""``say(sentence, **more)``: the sentence in the mood asked for, with the event's facts and these beside them."""
Teller = Callable[[Data, str, Say], Said | None]
"""What a reader is told of an event with these facts; None: not worth telling this reader."""
T = TypeVar("T", bound=Teller)
Row = Sequence[str]
"""When a sentence holds, how it is told ("attention bad", "good", "detail", ""), the sentence, and ``more`` if there is one.

*When* is a list of conditions that must all hold: ``fact`` and ``!fact`` (it is there, or not), ``fact=PATTERN`` and
``fact!=PATTERN`` (``*`` is anything, ``me`` the reader), and of two facts ``fact<other``, ``>``, ``>=`` or ``==``."""


class Tellings:
    """The words of a game: rows by event kind, of which the first that holds is told, and tellers in Python.

    A mere sentence stands for a row that always holds. ``forms`` are the game's own ways to tell a fact; ``prepared`` gives the
    facts of an event as a reader is told them.
    """

    def __init__(
        self,
        rows: Mapping[str, str | Sequence[Row]],
        forms: Forms = {},  # noqa: B006  never changed
        prepared: Callable[[Event, str], Data] = lambda event, reader: event.data,
    ) -> None:
        self._forms, self._prepared = forms, prepared
        self._tellers: dict[str, Teller] = {
            kind: _by_rows([("", "", some)] if isinstance(some, str) else some) for kind, some in rows.items()
        }

    def teller(self, kind: str) -> Callable[[T], T]:
        """Registers a function as the words of one event kind. Raises ValueError when the kind has words already."""

        def register(teller: T) -> T:
            if kind in self._tellers:
                raise ValueError(f"event kind {kind!r} has words already")
            self._tellers[kind] = teller
            return teller

        return register

    def kinds(self) -> frozenset[str]:
        """All event kinds that have words."""
        return frozenset(self._tellers)

    def sentence(self, event: Event, reader: str, mood: Mood = Mood.HAPPENED) -> Said | None:
        """What this reader is told of the event. Raises KeyError for a kind without words, or a fact that is not there."""
        data = self._prepared(event, reader)

        def say(sentence: str, **more: Any) -> str:
            return filled(in_mood(sentence, mood), {**data, **more} if more else data, self._forms).strip()

        said = self._tellers[event.kind](data, reader, say)
        return replace(said, text=capital(said.text), event=event) if said is not None else None


def told_to(tellings: Tellings, events: Iterable[Event], reader: str, mood: Mood = Mood.HAPPENED) -> list[Said]:
    """What the reader is told of those of the events that have words."""
    kinds = tellings.kinds()
    said = (tellings.sentence(event, reader, mood) for event in events if event.kind in kinds)
    return [one for one in said if one is not None]


def _by_rows(rows: Sequence[Row]) -> Teller:
    parsed = [(list(map(_condition, when.split())), _manner(how), words) for when, how, *words in rows]

    def tell(data: Data, reader: str, say: Say) -> Said | None:
        for conditions, (weight, tone), words in parsed:
            if all(holds(data, reader) for holds in conditions):
                text, *more = map(say, words)
                return Said(text, weight, tone, more="".join(more))
        return None

    return tell


def _manner(how: str) -> tuple[Weight, Tone]:
    words = how.split()
    weight: Weight = next((one for one in get_args(Weight) if one in words), "normal")
    tone: Tone = next((one for one in get_args(Tone) if one in words), "body")
    if unknown := set(words) - {weight, tone}:
        raise ValueError(f"a sentence is told {unknown}")
    return weight, tone


_TEST = re.compile(r"(!?)(\w+)(?:(==|>=|<|>|!=|=)(.*))?")
_COMPARED = {"==": operator.eq, ">=": operator.ge, "<": operator.lt, ">": operator.gt}


def _condition(text: str) -> Callable[[Data, str], bool]:
    found = _TEST.fullmatch(text)
    if found is None:
        raise ValueError(f"a sentence stands when {text!r}")
    absent, fact, sign, other = found.groups()
    if sign is None:
        return lambda data, reader: bool(data.get(fact)) != bool(absent)
    if compared := _COMPARED.get(sign):
        return lambda data, reader: bool(compared(data[fact], data[other]))
    if other == "me":
        return lambda data, reader: (data[fact] == reader) == (sign == "=")
    return lambda data, reader: fnmatchcase(str(data[fact]), other) == (sign == "=")


# --- many lines -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Group:
    """What belongs together, in one place: where there are more than ``most`` of a sort, ``words`` tells them all at once."""

    belongs: Callable[[Said], bool]
    words: Callable[[Sequence[Event], Mood], list[str]]
    most: int = 1


def grouped(said: Sequence[Said], groups: Sequence[Group], mood: Mood = Mood.HAPPENED) -> list[str]:
    """The sentences; where many of a sort would weary, lines for all of them stand where the first would."""
    lines = [[one.text] for one in said]
    for group in groups:
        places = [at for at, one in enumerate(said) if group.belongs(one)]
        if len(places) > group.most:
            together = group.words([said[at].event for at in places], mood)
            for at in places:
                lines[at], together = together, []
    return once([line for place in lines for line in place])


def once(lines: Sequence[str]) -> list[str]:
    """The lines, each in its first place with how often it is to be told."""
    often = {2: "twice"}
    return [f"{line[:-1]} ({often.get(many, f'{many} times')})." if many > 1 else line for line, many in Counter(lines).items()]
