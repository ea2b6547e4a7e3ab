"""A game's handbook: the rules in our own words, by topic. HELP sends one topic, of a long one its opening and the names of its
sections; RULES sends all of them as a PDF."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

_WHOLE = ("all", "everything", "full", "whole")
"""What stands behind a topic's name for all of it: HELP COMBAT ALL."""


@dataclass(frozen=True)
class Topic:
    """One topic: ``name`` is the word after HELP, ``title`` its heading, ``body`` Markdown, ``also`` further words.

    A long topic has ``sections``, which can be asked for one by one (HELP COMBAT LOSSES), and an ``opening`` that stands before
    them; ``body`` holds all of it. A section's ``hint`` says in a few words what it tells.
    """

    name: str
    title: str
    body: str
    also: tuple[str, ...] = ()
    opening: str = ""
    sections: tuple[Topic, ...] = ()
    hint: str = ""

    @property
    def brief(self) -> Topic:
        """What HELP sends: the opening and how to ask for each section; a topic without sections is sent whole."""
        if not self.sections:
            return self
        rows = [f"| `HELP {self.name} {section.name}` | {section.hint} |" for section in self.sections]
        rows.append(f"| `HELP {self.name} {_WHOLE[0]}` | all of this in one letter |")
        return replace(self, body="\n".join([self.opening, "| for more | about |", "|---|---|", *rows, ""]), sections=())

    def part(self, word: str) -> Topic | None:
        """The section that this word names, or the whole topic for "all"; None for other words."""
        if word in _WHOLE:
            return replace(self, sections=())
        found = next((one for one in self.sections if word in (one.name, *one.also)), None)
        return found and replace(found, name=f"{self.name} {found.name}")


@dataclass(frozen=True)
class Handbook:
    """All topics in reading order."""

    title: str
    topics: tuple[Topic, ...]
    entries: tuple[Topic, ...] = ()
    """Further topics, too small and too many to be listed."""

    def find(self, word: str) -> Topic | None:
        """The topic with this name or one of its other names, in any case, or what a second word names of it ("combat losses",
        "combat all"); None when there is none."""
        words = " ".join(word.casefold().split())
        first, _, second = words.partition(" ")
        topic = self._by_word.get(first)
        return self._by_word.get(words) or (topic.part(second) if topic and second else None)

    @cached_property
    def _by_word(self) -> Mapping[str, Topic]:
        """Every word that finds a topic, in small letters; of two topics with the same word the first has it. A further word of
        a topic that one of its sections has, too, finds the section."""
        every = (*reversed(self.entries), *reversed(self.topics))
        found: dict[str, Topic] = {}
        for topic in every:
            found |= {word.casefold(): topic.part(word.casefold()) or topic for word in topic.also}
            found[topic.name.casefold()] = topic
        return found

    def about(self, text: str) -> tuple[Topic, ...]:
        """The topics that words of this text find, in the order in which they stand in it."""
        found = (self.find(word) for word in re.findall(r"\w+", text))
        return tuple(dict.fromkeys(topic for topic in found if topic is not None))

    @property
    def words(self) -> tuple[str, ...]:
        """Every word that finds a topic, for guessing the nearest one."""
        return tuple(word for topic in self.topics for word in (topic.name, *topic.also))
