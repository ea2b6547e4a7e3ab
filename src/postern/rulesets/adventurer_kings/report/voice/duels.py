"""Encounters and duels as a witness tells them: setting, what was tried in peace, blow by blow, the end; figures in brackets
behind each paragraph."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from postern.game.battle import BattlePage, Blow, Ground, Host, Stage, Unit
from postern.game.events import Event
from postern.game.front import Tone
from postern.game.kit.orders.digits import is_number
from postern.game.kit.report.telling import capital, listed
from postern.game.report import Block, Column, Table, Text
from postern.rulesets.adventurer_kings.knowledge import View
from postern.rulesets.adventurer_kings.report.map import STYLES
from postern.rulesets.adventurer_kings.report.telling import Reading, season
from postern.rulesets.adventurer_kings.report.voice.facts import at, prose_of, result
from postern.rulesets.adventurer_kings.report.voice.phrases import Prose, thing
from postern.rulesets.adventurer_kings.tables import CONTENT, TABLES

_TOLD, _RUN, _LONG = 7, 3, 6
"""Wounds that are told each, misses in a row that are worth a sentence, and rounds from which on a fight may have a page."""
_MISSED = ("missed", "image")
_WOUNDS = ("hit", "struck", "dazed", "drained", "killed")


def tale(view: View, event: Event, events: Sequence[Event] = ()) -> tuple[str, ...]:
    """Return the tale of an encounter or duel in paragraphs. With all events of the year no sentence comes in two tales."""
    reading = Reading(view, events)
    prose, told = prose_of(reading), tuple[str, ...]()
    for one in [*(each for each in events if each.kind == "encounter" and each is not event), event]:
        told = tuple(_Witness(reading, prose, one).paragraphs())
    return told


def encounters(view: View, events: Sequence[Event]) -> tuple[Block, ...]:
    """Return the tales of all encounters and duels that a player may be told of, each below its heading."""
    blocks: list[Block] = []
    reading, prose = Reading(view, events), prose_of(Reading(view, events))
    for one in (each for each in events if each.kind == "encounter"):
        label = f", {one.data['feature']}" if one.data["feature"] else ""
        when = season(one.step)
        blocks.append(Text(f"**{one.data['name']} and {one.data['foe']}** ({one.data['where']}{label}, {when})", "lead"))
        witness = _Witness(reading, prose, one, bare=len(one.data["blows"]) > _RUN)
        blocks += [Text(words) for words in witness.paragraphs()]
        blocks += [witness.rounds()] if witness.bare else []
    return tuple(blocks)


def page_of_the_year(reading: Reading) -> BattlePage | None:
    """Return the page of the fiercest encounter in which a character of the reader's was wounded or won; None without one."""
    fights = [
        one for one in reading.events if one.kind == "encounter" and one.data["side"] >= 0 and one.data["rounds"] >= _LONG
    ]
    if not fights:
        return None
    one = max(fights, key=lambda each: sum(blow["damage"] for blow in each.data["blows"]))
    data, witness = one.data, _Witness(reading, prose_of(reading), one)
    mine, terrain = data["side"], reading.world.provinces[data["place"]].terrain
    names, left = [side["name"] for side in data["sides"]], [side["start"] for side in data["sides"]]
    stages, blows = list[Stage](), list[Blow]()
    for number in sorted({blow["round"] for blow in data["blows"]}):
        for blow in (each for each in data["blows"] if each["round"] == number):
            left[1 - blow["side"]] = blow["left"]
            if blow["damage"]:
                tone: Tone = "good" if blow["side"] == mine else "bad"
                text = f"{_thrown(blow).strip()}; {blow['damage']}, leaves {blow['left']}"
                title = f"Round {number}: {blow['actor']}, {witness.way(blow)}"
                blows.append(Blow(title, text, tone, (blow["actor"],), names[1 - blow["side"]], stage=len(stages) + 1))
        stages.append(Stage(f"round {number}", tuple(left)))
    hosts = tuple(
        Host(
            side["name"],
            (Unit(side["name"], side["start"], side["end"], f"of {side['full']}", not side["end"]),),
            mine == at,
            mine == at,
        )
        for at, side in enumerate(data["sides"])
    )
    return BattlePage(
        title=f"{names[mine]} and {names[1 - mine]}",
        place=str(data["place"]),
        head=f"Year {reading.year} · {season(one.step)} · {', '.join(filter(None, (data['where'], data['feature'])))}",
        number=0,
        verdict=capital(data["outcome"]),
        tone={"me": "bad", "foe": "good"}.get(data["lost"], "body"),  # type: ignore[arg-type]
        tale=f"They fought for {data['rounds']} rounds: {result(data)}.",
        hosts=hosts,
        ground=Ground(STYLES[terrain]),
        stages=tuple(stages),
        order="Wounds in the order of rounds, with chance, throw, and hit points left.",
        blows=tuple(blows),
        note="Strengths are hit points; all rounds stand in the table under Encounters and duels.",
    )


def grade(damage: int, before: int, left: int) -> str:
    """Return the word of a wound by its share of the hit points that were left: up to a fifth a scratch, up to half a wound."""
    if left <= 0:
        return "final"
    return "scratch" if 5 * damage <= before else "wound" if 2 * damage <= before else "grave"


@dataclass
class Beat:
    """What the witness tells in a sentence: a kind with its facts, "" for what the figures alone tell."""

    kind: str
    facts: dict[str, Any]
    near: bool


@dataclass
class _Witness:
    reading: Reading
    prose: Prose
    event: Event
    bare: bool = False
    """Whether the blows have a table of their own and are not told in figures."""

    @property
    def data(self) -> Mapping[str, Any]:
        return self.event.data

    def paragraphs(self) -> Iterator[str]:
        """Yield the paragraphs."""
        beats = list(self._beats())
        yield self._paragraph([self._say("encounter opens", self._setting()), self._look()], [])
        peace = [self._say("parley", self._setting() | one) for one in self.data["fates"] if "word" in one]
        yield from self._told([one for one in peace if one], [_tried(one) for one in self.data["fates"]])
        for near in (False, True):
            blows = [one for one in self.data["blows"] if (one["range"] == "Melee") == near]
            told = [self._say(one.kind, one.facts) for one in beats if one.near == near and one.kind]
            yield from self._told(told, [] if self.bare else [_blow(one, self.way(one)) for one in blows])
        yield self._paragraph([self._say("encounter ends", self._setting() | self._end()), *self._spoils()], [self._left()])

    def rounds(self) -> Table:
        """Return the blows, one a row, with what was left to whom they struck."""
        rows = []
        for one in self.data["blows"]:
            thrown = _thrown(one).strip()
            wound = str(one["damage"]) if one["damage"] else one["word"]
            hurt = f"{self.data['sides'][1 - one['side']]['name']} {one['left']}" if one["damage"] else ""
            rows.append((str(one["round"]), one["actor"], self.way(one), thrown, wound, hurt))
        heads = (Column("Round", number=True), Column("Who"), Column("With"), Column("Chance: throw"))
        return Table((*heads, Column("Wound"), Column("Hit points left")), tuple(rows))

    def _told(self, sentences: Sequence[str], figures: Sequence[str]) -> Iterator[str]:
        if sentences or figures:
            yield self._paragraph(sentences, figures)

    def _paragraph(self, sentences: Sequence[str], figures: Sequence[str]) -> str:
        text = " ".join(one for one in sentences if one)
        numbers = "; ".join(one for one in figures if one)
        return f"{text} ({numbers})".strip() if numbers else text

    def _say(self, kind: str, facts: Mapping[str, Any]) -> str:
        speaker = f"{self.event.step}/{self.data['place']}/{self.data['sides'][0]['name']}"
        return self.prose.say(kind, "witness", facts, speaker)

    # --- who and where ------------------------------------------------------------------------------------------------------

    def _setting(self) -> dict[str, Any]:
        """The two by name, where they met and why; ``hero`` is the reader's, or the first."""
        data, mine = self.data, max(0, self.data["side"])
        hero, foe = data["sides"][mine], data["sides"][1 - mine]
        facts: dict[str, Any] = {
            "why": data["why"],
            "lair": data["lair"],
            "where": data["where"],
            "season": season(self.event.step),
        }
        facts |= at(self.reading, data["place"]) | {
            "hero": hero["name"],
            "foe": foe["name"],
            "beast": foe["name"] in TABLES.monsters,
        }
        facts |= {f"h_{key}": word for key, word in _pronouns(self.reading, hero).items()}
        facts |= {f"f_{key}": word for key, word in _pronouns(self.reading, foe).items()}
        return facts | {"feature": data["feature"], "began": data["sides"][0]["name"], "tempers": self._temper(hero)}

    def _temper(self, side: Mapping[str, Any]) -> str:
        who = self.reading.world.characters.get(side["who"])
        return who.temper if who and who.kingdom == self.reading.code else ""

    def _look(self) -> str:
        """What a monster looks like; how a character looks nobody tells."""
        facts = self._setting() | {"unaware": self.data["outcome"] in ("scouted", "stolen")}
        return self._say("monster seen", facts) if facts["beast"] else ""

    # --- blows --------------------------------------------------------------------------------------------------------------

    def _beats(self) -> Iterator[Beat]:
        """The blows as beats: wounds by their grade, runs of misses at once, and of many wounds the weightiest alone."""
        left = {number: one["start"] for number, one in enumerate(self.data["sides"])}
        found: list[Beat] = []
        misses: list[Mapping[str, Any]] = []
        for one in self.data["blows"]:
            before, left[1 - one["side"]] = left[1 - one["side"]], one["left"]
            if one["word"] in _MISSED and one["tactic"] in ("ME", "FI"):
                misses.append(one)
                continue
            found += self._missed(misses, not found)
            misses = []
            found.append(self._beat(one, before))
        found += self._missed(misses, not found)
        worst = sorted((one for one in found if one.kind == "blow"), key=lambda one: -one.facts["weight"])[:_TOLD]
        return (one for one in found if one.kind != "blow" or any(one is each for each in worst))

    def _missed(self, misses: Sequence[Mapping[str, Any]], first: bool) -> list[Beat]:
        if not misses or (len(misses) < _RUN and not first):
            return []
        both = len({one["side"] for one in misses}) == 2
        facts = self._pair(misses[0]) | {"tries": len(misses), "both": both, "wound": "miss", "how": self._how(misses[0])}
        return [Beat("misses" if both or len(misses) > 1 else "blow", facts | {"weight": 1}, misses[0]["range"] == "Melee")]

    def _beat(self, one: Mapping[str, Any], before: int) -> Beat:
        facts = self._pair(one) | {"damage": one["damage"], "left": one["left"], "word": one["word"], "how": self._how(one)}
        spell = str(one["tactic"]).startswith(("CA", "US"))
        kind = "combat spell" if spell else "flight" if one["tactic"] == "FL" else "blow"
        if one["word"] in _WOUNDS:
            saved = self.data["outcome"] == "saved" and one is self.data["blows"][-1]
            facts["wound"] = grade(one["damage"], before, 0 if saved and not one["left"] else one["left"])
        facts["weight"] = 1000 if one["left"] <= 0 else 100 * one["damage"] // max(1, before)
        if one["word"] == "lost":
            kind = "combat spell"
        if spell:
            facts |= _magic(str(one["tactic"]))
        return Beat(kind, facts, one["range"] == "Melee")

    def _pair(self, one: Mapping[str, Any]) -> dict[str, Any]:
        actor, target = self.data["sides"][one["side"]], self.data["sides"][1 - one["side"]]
        facts = self._setting() | {
            "actor": actor["name"],
            "target": target["name"],
            "monster": actor["name"] in TABLES.monsters,
        }
        facts |= {f"a_{key}": word for key, word in _pronouns(self.reading, actor).items()}
        return facts | {f"t_{key}": word for key, word in _pronouns(self.reading, target).items()} | {"round": one["round"]}

    def _how(self, one: Mapping[str, Any]) -> str:
        """With what somebody strikes: a blade or bow, or a monster's own way."""
        name = self.data["sides"][one["side"]]["name"]
        if name not in TABLES.monsters:
            return "arrow" if one["tactic"] == "FI" else "blade"
        return str(ways()[name]["missile" if one["tactic"] == "FI" else "blow"])

    def way(self, one: Mapping[str, Any]) -> str:
        """What somebody did, in a word of the figures."""
        code = str(one["tactic"])
        if code.startswith(("CA", "US")):
            magic = _magic(code)
            return str(magic["spell"] or magic["item"])
        return self._how(one) if code in ("ME", "FI") else _TACTICS.get(code, code)

    # --- the end ------------------------------------------------------------------------------------------------------------

    def _end(self) -> dict[str, Any]:
        data = self.data
        mine = data["sides"][max(0, data["side"])]
        loser = data["sides"][data["loser"]]["name"] if data["loser"] >= 0 else ""
        unhurt = mine["end"] == mine["start"]
        return {"outcome": data["outcome"], "lost": data["lost"], "loser": loser, "rounds": data["rounds"], "unhurt": unhurt}

    def _spoils(self) -> Iterator[str]:
        things = [thing(TABLES.items[one].name) for one in self.data["items"]]
        if self.data["side"] >= 0 and self.data["lost"] != "me" and (things or self.data["gold"]):
            yield self._say(
                "spoils", self._setting() | {"gold": self.data["gold"], "things": things, "rich": self.data["gold"] > 0}
            )
        if self.data["why"] == "duel" and self.data["outcome"] in ("slain", "fled", "begged", "saved", "refused", "charmed"):
            yield self._say("armies saw", self._setting() | self._end())

    def _left(self) -> str:
        sides = [f"{one['name']} {one['end']} of {one['full']}" for one in self.data["sides"]]
        return f"hit points left: {listed(sides)}"


@cache
def ways() -> Mapping[str, Mapping[str, str]]:
    """Return by monster with what it strikes."""
    return {row["name"]: row for row in CONTENT.rows("monster_ways")}


def _pronouns(reading: Reading, side: Mapping[str, Any]) -> dict[str, str]:
    who = reading.world.characters.get(side["who"])
    words = ("it", "its", "it") if not side["who"] else ("they", "their", "them")
    if who is not None:
        words = ("she", "her", "her") if who.woman else ("he", "his", "him")
    return dict(zip(("he", "his", "him"), words, strict=True)) | {"He": capital(words[0]), "His": capital(words[1])}


def _magic(tactic: str) -> dict[str, Any]:
    code, _, what = tactic.partition("-")
    item = TABLES.items.get(int(what)) if code == "US" and is_number(what) else None
    spell = TABLES.spells.get(item.spell if item else what)
    return {
        "item": item.name if item else "",
        "spell": spell.name if spell else "",
        "school": TABLES.abilities[spell.school].name if spell else "",
    }


_TACTICS = {"SC": "scout", "TA": "talk", "SA": "answer", "FU": "fulfil", "GI": "gift", "ST": "theft", "FL": "flight"}


def _tried(one: Mapping[str, Any]) -> str:
    return f"{_TACTICS.get(str(one['tactic'])[:2], one['tactic'])}{_thrown(one)}, {one['word']}"


def _thrown(one: Mapping[str, Any]) -> str:
    second = f", then {one['then']}" if one.get("then") else ""
    return f" {one['chance']} %: {one['throw']}{second}" if one.get("chance") else ""


def _blow(one: Mapping[str, Any], how: str) -> str:
    hurt = f" {one['damage']}, leaves {one['left']}" if one["damage"] else ""
    return f"round {one['round']}, {one['actor']}: {how}{_thrown(one)}, {one['word']}{hurt}"
