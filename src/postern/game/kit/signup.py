"""Joining by mail: the name of a seat and its player's wishes, from the lines of a JOIN letter."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from postern.game.kit.report.telling import listed
from postern.game.orders import Problem
from postern.game.ruleset import Choice, Signup

NAMED = re.compile(
    r"(?:MY )?(?:(?:SEAT|PLAYER) ?)?NAME(?: IS)? ?[=:] ?\[?(?P<value>.*?)\]?|(?:CALL ME|MY NAME IS) (?P<word>[^ ]+)"
)
"""How a line of a JOIN letter, in capitals, says what its writer is called."""
_LIKE = 60
"""How much alike, of 100, what was written and what there is must be for a guess."""


@dataclass(frozen=True)
class Phrase:
    """A part of a line that may hold a wish: its line from 1, the text as written, and in capitals with single blanks."""

    line: int
    text: str
    spaced: str


@dataclass(frozen=True)
class Names:
    """The names that seats may have: so many letters A to Z, and none of the ``reserved`` words."""

    shortest: int
    longest: int
    reserved: frozenset[str]

    def missing(self, more: str = "") -> Problem:
        """What to say of a letter without a name; ``more`` are further sentences."""
        why = f"Your letter needs a name for you in the game: {self.shortest} to {self.longest} letters, A to Z.{more}"
        return Problem("NAME MISSING", 0, why, "Write a line like", "NAME=GREEDY")

    def problem(self, name: str, phrase: Phrase, taken: Sequence[str]) -> Problem | None:
        """What is wrong with a name in capitals, with a near one that is free; None when it may be used."""
        others = {one.upper() for one in taken}
        if not re.fullmatch(rf"[A-Z]{{{self.shortest},{self.longest}}}", name):
            letters = f"{self.shortest} to {self.longest} letters"
            code, why = "NAME", f"A name has {letters}, A to Z and nothing else; {name[:20]} has not."
        elif name in self.reserved:
            code, why = "NAME RESERVED", f"{name} already means something in this game."
        elif name in others:
            code, why = "NAME TAKEN", f"Another player is called {name} already."
        else:
            return None
        free = self._near(name, others)
        remedy = "Choose another; free is for example" if free else "Choose another."
        return Problem(code, phrase.line, why, remedy, free and f"NAME={free}", text=phrase.text)

    def _near(self, name: str, others: set[str]) -> str:
        """A usable name near the one that was wanted, "" when there is none."""
        stem = re.sub(r"[^A-Z]", "", name)[: self.longest]
        tries = [
            stem,
            *(stem[: self.longest - 1] + ending for ending in "AOXYZEIUN"),
            stem[: self.longest - 2] + "ER",
            "PLAYER",
        ]
        usable = (one for one in tries if self.shortest <= len(one) <= self.longest)
        return next((one for one in usable if one not in self.reserved and one not in others), "")


@dataclass(frozen=True)
class Wishes:
    """What a game reads of a JOIN letter.

    ``keys`` are the words before ``=`` or ``:``; they part the wishes of one line, as commas do. ``read`` gives the key and
    value of a wish in a text in capitals, None for other words; the key of a seat's name is "name". ``problem`` says what is
    wrong with a value, ``stray`` what to say of a phrase without a wish. Of several wishes on one line for the ``ranked`` key
    the first counts: everybody gets what is liked most. ``unnamed`` adds to what is said where there is no name.
    """

    keys: Sequence[str]
    read: Callable[[str], tuple[str, str] | None]
    problem: Callable[[str, str, Phrase], Problem | None]
    stray: Callable[[Phrase], list[Problem]]
    ranked: str
    unnamed: Callable[[Mapping[str, str]], str]


def read_signup(
    lines: Iterable[tuple[int, str]], plain: Callable[[str], str], wishes: Wishes, names: Names, taken: Sequence[str]
) -> tuple[Signup | None, list[Problem]]:
    """The sign-up in numbered lines and what is wrong with it, given the names already taken.

    ``plain`` puts a text in capitals with single blanks. None without a usable name; then a problem says why. A wish that has a
    problem is left out. Of several lines that say the same the last counts.
    """
    between = re.compile(rf"[,;]|\s+(?=(?:{'|'.join(wishes.keys)})\s*[=:])", re.IGNORECASE)
    found: dict[str, str] = {}
    problems: list[Problem] = []
    for number, line in lines:
        ranked = False
        for text in between.split(line):
            phrase = Phrase(number, text.strip(), plain(text))
            wish = wishes.read(phrase.spaced)
            if wish is None:
                problems += wishes.stray(phrase)
                continue
            key, value = wish
            if key == wishes.ranked and ranked:
                continue
            ranked = ranked or key == wishes.ranked
            problem = names.problem(value, phrase, taken) if key == "name" else wishes.problem(key, value, phrase)
            if problem is None:
                found[key] = value
            else:
                problems.append(problem)
    name = found.pop("name", None)
    if name is not None:
        return Signup(name, found), problems
    if any(problem.code.startswith("NAME") for problem in problems):
        return None, problems
    return None, [names.missing(wishes.unnamed(found)), *problems]


def plain(text: str) -> str:
    """Return a text in capitals with single blanks."""
    return " ".join(text.upper().split())


def numbered(text: str) -> list[tuple[int, str]]:
    """Return the lines of a letter with their numbers, from 1."""
    return list(enumerate(re.split(r"\r\n|\r|\n", text), start=1))


def named(spaced: str) -> tuple[str, str] | None:
    """Return the wish of a text in capitals that says a name (``read`` of ``Wishes``), None for other words."""
    match = NAMED.fullmatch(spaced)
    return ("name", match["value"] or match["word"] or "") if match else None


def read_name(text: str, names: Names, taken: Sequence[str]) -> tuple[Signup | None, list[Problem]]:
    """Return the sign-up of a JOIN letter for a game in which nothing but a name is chosen, and what is wrong with it, as
    ``read_signup`` does."""
    wishes = Wishes(("NAME",), named, lambda key, value, phrase: None, lambda phrase: [], "", lambda found: "")
    return read_signup(numbered(text), plain, wishes, names, taken)


def first_come(key: str, codes: Sequence[str], wishes: Iterable[Mapping[str, str]]) -> tuple[str, ...]:
    """Return the codes left when each who joined got the first free one of their wishes for ``key``, in order of joining."""
    left = {code.upper(): code for code in codes}
    for one in wishes:
        wished = next((code for code in re.split(r"[\s,]+", one.get(key, "").upper()) if code in left), None)
        if wished is not None:
            del left[wished]
    return tuple(left.values())


def choice_words(choices: Iterable[Choice], chosen: Mapping[str, str]) -> list[str]:
    """Return a sentence for each choice that is still open, with all that may be chosen and what is free."""
    return [_choice(one) for one in choices if one.key.lower() not in chosen]


def _choice(choice: Choice) -> str:
    named = {code: f"{code} ({name})" if name else code for code, name in choice.values.items()}
    if choice.free is None:
        return f"{choice.key}= with {listed(list(named.values()), 'or')}; {choice.without}."
    taken = [named[code] for code in named if code not in choice.free]
    free = f"free {'is' if len(choice.free) == 1 else 'are'} {listed([named[code] for code in choice.free])}"
    gone = f", {listed(taken)} {'is' if len(taken) == 1 else 'are'} taken" if taken else ""
    left = free if choice.free else "none is free"
    return f"{choice.key}=, several in the order of your wishes: {left}{gone}; {choice.without}."


def nearest(value: str, choices: Iterable[str]) -> str:
    """The choice that is most like the value, "" when none is like it."""
    found = process.extractOne(value, list(choices), scorer=fuzz.ratio, score_cutoff=_LIKE)
    return found[0] if found else ""
