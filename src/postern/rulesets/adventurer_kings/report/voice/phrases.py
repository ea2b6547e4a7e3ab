"""The engine of the prose: sentences in variants, each with what it needs, chosen without chance and never twice in a report.

The sentences stand in ``data/voice``, a table for each kind of fact: ``facts`` are the facts that its sentences may use,
``figures`` how its figures are shown, ``joins`` two kinds of events that follow each other and are told as one, such as
"cast+blessed", ``fold`` the facts in which events must agree to be told as one, ``alone`` is told in a paragraph of its own;
lists by voice (hero, clerk, witness) are its variants. A variant is a sentence, or needs and a sentence:
``["yes, group=magic|special, times>1, !first", "..."]``. What a sentence tells it needs, too. How facts stand in a sentence:
``kit/report/telling.py``, and FORMS below.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from string import Formatter
from typing import Any

from postern.game.kit.report.telling import capital, filled, listed
from postern.rulesets.adventurer_kings.report.telling import article, common
from postern.rulesets.adventurer_kings.tables import CONTENT

Facts = Mapping[str, Any]
VOICES = ("hero", "clerk", "witness")
COMMON = frozenset(
    "S T again name he He him his His himself king place spot where terrain season times many year alignment temper race sire "
    "joked loyal unpaid guardian lair near who".split()
)
"""Facts that every kind may have: the one told of (``S`` and ``T`` are how the clerk calls him, ``T`` never
"he"), where and when, and how many events."""
_PLURALS = {one: one[:-1] for one in "provinces features rounds years items points arrows seasons blows kingdoms".split()}
_PLURALS |= {"armies": "army", "gold": "gold", "Heroes": "Hero"}
_NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split()
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()


def number(many: Any) -> str:
    """Return a number as prose says it: words to twelve. What is no number stays as it is."""
    return _NUMBERS[many] if isinstance(many, int) and 0 <= many < len(_NUMBERS) else str(many)


def ordinal(place: int) -> str:
    """Return "third", "21st"."""
    if 1 <= place <= len(_ORDINALS):
        return _ORDINALS[place - 1]
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def definite(word: str) -> str:
    """Return "the ogre"; a name as it is."""
    return f"the {word.lower()}" if common(word) else word


def thing(item: str) -> str:
    """Return an item as a sentence names it: "the Ring of Fire"; what has a name of its own as it is."""
    return item if " " not in item else f"the {item}"


def possessive(word: str) -> str:
    """Return "Tove's", "Magnus'"."""
    return f"{word}'" if word.endswith("s") else f"{word}'s"


def _counted(many: str, one: str, value: Any) -> str:
    return f"{number(value)} {one if value == 1 else many}" if isinstance(value, int) else str(value)


FORMS: Mapping[str, Callable[[Any], str]] = {
    "n": lambda many: number(many) if many else "none",
    "nth": ordinal,
    "a": article,
    "A": lambda word: capital(article(word)),
    "the": definite,
    "The": lambda word: capital(definite(word)),
    "cap": capital,
    "all": lambda some: listed([f"the {one}" for one in some]),
    "s": possessive,
    "thes": lambda word: possessive(definite(word)),
    "Thes": lambda word: capital(possessive(definite(word))),
    "low": lambda word: str(word).lower(),
    "times": lambda many: {1: "once", 2: "twice"}.get(many, f"{number(many)} times"),
    **{many: partial(_counted, many, one) for many, one in _PLURALS.items()},
}
"""How facts are told: numbers in words, articles, possessives, counted nouns."""


@cache
def fields(sentence: str) -> frozenset[str]:
    """Return the facts that a sentence tells, also those within conditions."""
    found = set[str]()
    for _, fact, how, _ in Formatter().parse(sentence):
        if fact is not None:
            found |= {fact} | (fields(how[1:]) if how and how[0] in "?!" else frozenset())
    return frozenset(found)


_NEED = re.compile(r"(!?)(\w+)(?:(!=|=|>|<)(.+))?")


@dataclass(frozen=True)
class Need:
    """A condition on a fact: that it is there, or how it compares with values (alternatives with ``|``)."""

    fact: str
    sign: str
    values: tuple[str, ...]

    def holds(self, facts: Facts) -> bool:
        """Return whether it holds for these facts."""
        value = facts.get(self.fact)
        if self.sign in (">", "<"):
            return isinstance(value, int) and (value > int(self.values[0]) if self.sign == ">" else value < int(self.values[0]))
        if self.sign in ("=", "!="):
            return (str(value) in self.values) == (self.sign == "=")
        return bool(value) == (self.sign == "")


def _need(text: str) -> Need:
    found = _NEED.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"a variant needs {text!r}")
    absent, fact, sign, values = found.groups()
    return Need(fact, sign or absent, tuple((values or "").split("|")))


@dataclass(frozen=True)
class Variant:
    """A sentence (or a few that belong together) and what it needs."""

    words: str
    needs: tuple[Need, ...] = ()

    @property
    def joke(self) -> bool:
        """Whether it closes on a joke: it does not come after another."""
        return any(one.fact == "joked" for one in self.needs)

    def fits(self, facts: Facts) -> bool:
        """Return whether all that it needs and tells is there."""
        return all(one.holds(facts) for one in self.needs) and fields(self.words) <= facts.keys()


@dataclass(frozen=True)
class Kind:
    """A kind of fact with its variants by voice."""

    name: str
    facts: frozenset[str] = frozenset()
    figures: str = ""
    joins: tuple[str, ...] = ()
    fold: tuple[str, ...] | None = None
    alone: bool = False
    voices: Mapping[str, tuple[Variant, ...]] = field(default_factory=dict)


def read_kind(name: str, table: Mapping[str, Any]) -> Kind:
    """Read a kind from its table. Raises ValueError for a fact that the kind does not have, or a need that cannot be read."""
    voices = {
        voice: tuple(
            Variant(one) if isinstance(one, str) else Variant(one[1], tuple(map(_need, one[0].split(",")))) for one in rows
        )
        for voice, rows in table.items()
        if voice in VOICES
    }
    facts = frozenset(str(table.get("facts", "")).split()) | COMMON
    used = {(one.words, fact) for rows in voices.values() for one in rows for fact in fields(one.words)}
    used |= {(one.words, need.fact) for rows in voices.values() for one in rows for need in one.needs}
    used |= {("figures", fact) for fact in fields(str(table.get("figures", "")))}
    if wrong := sorted(f"{fact}: {words}" for words, fact in used if fact not in facts):
        raise ValueError(f"{name} does not have {'; '.join(wrong)}")
    fold = tuple(str(table["fold"]).split()) if "fold" in table else None
    joins = tuple(str(table.get("joins", "")).split(", "))
    return Kind(name, facts, str(table.get("figures", "")), joins, fold, bool(table.get("alone")), voices)


@cache
def kinds() -> Mapping[str, Kind]:
    """Return all kinds of facts. Raises ValueError for sentences that do not fit."""
    return {name: read_kind(name, table) for name, table in CONTENT.merged("voice").items()}


def order(variants: Iterable[Variant], key: str) -> list[Variant]:
    """Return variants in the order of this key: the same for ever, whatever else happens."""
    return sorted(variants, key=lambda one: hashlib.sha256(f"{key}/{one.words}".encode()).digest())


@dataclass
class Prose:
    """The prose of one report. ``game`` and ``year`` place its facts in the orders of their variants; ``used`` are the variants
    that it has had, ``seen`` how many facts of a kind each speaker has told; ``joked`` says that the last letter closed on a
    joke."""

    game: str
    year: int
    used: set[str] = field(default_factory=set)
    seen: Counter[tuple[str, str]] = field(default_factory=Counter)
    joked: bool = False

    def choose(
        self, kind: str, voice: str, facts: Facts, speaker: str, shun: Iterable[str] = (), must: Iterable[str] = ()
    ) -> Variant | None:
        """Choose the variant for a fact: its place in the order is the year, then the number of the fact among those of its
        kind that the speaker tells. None where no unused one fits; ``shun`` are first words that it must not have,
        ``must`` facts of which it has to tell one."""
        shunned = set(shun)
        rows: Sequence[Variant] = kinds()[kind].voices.get(voice, ()) if kind in kinds() else ()
        telling = [one for one in rows if one.fits(facts) and (not must or fields(one.words) & set(must))]
        fitting = order(telling, f"{self.game}/{kind}/{speaker}")
        count = self.seen[kind, speaker]
        self.seen[kind, speaker] += 1
        start = self.year + count * max(1, 3 * len(fitting) // 8)
        for step in range(len(fitting)):
            one = fitting[(start + step) % len(fitting)]
            if one.words not in self.used and first_word(one.words) not in shunned:
                self.used.add(one.words)
                return one
        return None

    def say(self, kind: str, voice: str, facts: Facts, speaker: str, shun: Iterable[str] = (), must: Iterable[str] = ()) -> str:
        """Say a fact in one of its variants, "" where none is left."""
        one = self.choose(kind, voice, facts, speaker, shun, must)
        return told(one.words, facts) if one else ""


def told(words: str, facts: Facts) -> str:
    """Return a sentence with its facts, beginning with a capital. Raises KeyError for a fact that is not there."""
    return capital(filled(words, facts, FORMS).strip())


def first_word(text: str) -> str:
    """Return the first word of a text, without marks."""
    return re.sub(r"\W", "", text.split(maxsplit=1)[0]).lower() if text.split() else ""
