"""A game's handbook: the rules in our own words, by topic. HELP sends one topic, RULES all of them as a PDF."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Topic:
    """One topic: ``name`` is the word after HELP, ``title`` its heading, ``body`` Markdown, ``also`` further words."""

    name: str
    title: str
    body: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class Handbook:
    """All topics in reading order."""

    title: str
    topics: tuple[Topic, ...]
    entries: tuple[Topic, ...] = ()
    """Further topics, too small and too many to be listed."""

    def find(self, word: str) -> Topic | None:
        """The topic with this name or one of its other names, in any case; None when there is none."""
        return self._by_word.get(word.strip().casefold())

    @cached_property
    def _by_word(self) -> Mapping[str, Topic]:
        """Every word that finds a topic, in small letters; of two topics with the same word the first has it."""
        every = (*reversed(self.entries), *reversed(self.topics))
        return {word.casefold(): topic for topic in every for word in (topic.name, *topic.also)}

    def about(self, text: str) -> tuple[Topic, ...]:
        """The topics that words of this text find, in the order in which they stand in it."""
        found = (self.find(word) for word in re.findall(r"\w+", text))
        return tuple(dict.fromkeys(topic for topic in found if topic is not None))

    @property
    def words(self) -> tuple[str, ...]:
        """Every word that finds a topic, for guessing the nearest one."""
        return tuple(word for topic in self.topics for word in (topic.name, *topic.also))
