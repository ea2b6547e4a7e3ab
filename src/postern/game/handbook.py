"""A game's handbook: the rules in our own words, by topic. HELP sends one topic, RULES all of them as a PDF."""

from __future__ import annotations

from dataclasses import dataclass


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

    def find(self, word: str) -> Topic | None:
        """The topic with this name or one of its other names, in any case; None when there is none."""
        wanted = word.strip().casefold()
        for topic in self.topics:
            if wanted in (topic.name.casefold(), *(other.casefold() for other in topic.also)):
                return topic
        return None

    @property
    def words(self) -> tuple[str, ...]:
        """Every word that finds a topic, for guessing the nearest one."""
        return tuple(word for topic in self.topics for word in (topic.name, *topic.also))
