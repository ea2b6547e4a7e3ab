"""What a battle looks like to a King before it is fought: own strength against what was seen in a province, or against what its
wealth promises. The same figures serve answers, the order form and computer players."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from postern.game.kit.knowledge import Unknown
from postern.rulesets.adventurer_kings.rules.abilities.levels import level
from postern.rulesets.adventurer_kings.rules.battle.strength import multiplier
from postern.rulesets.adventurer_kings.rules.memory import usual_wealth, watched
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.world import Army, Character, World

_COMPARED = (
    (Fraction(3), "three times as strong as"),
    (Fraction(2), "twice as strong as"),
    (Fraction(3, 2), "half as strong again as"),
    (Fraction(4, 3), "a third stronger than"),
    (Fraction(6, 5), "a fifth stronger than"),
    (Fraction(21, 20), "slightly stronger than"),
    (Fraction(19, 20), "about as strong as"),
    (Fraction(4, 5), "a fifth weaker than"),
    (Fraction(2, 3), "a third weaker than"),
    (Fraction(0), "less than two thirds as strong as"),
)
"""How a ratio reads, from the greatest down."""
_ODDS = ((Fraction(2), "certain"), (Fraction(5, 4), "likely"), (Fraction(19, 20), "doubtful"), (Fraction(0), "hopeless"))


@dataclass(frozen=True)
class Outlook:
    """A battle foreseen: the strengths, and the year in which what stands there was seen (0: never; then it is guessed from the
    wealth)."""

    own: Fraction
    against: Fraction
    year: int

    @property
    def ratio(self) -> Fraction:
        """Own strength against the other."""
        return self.own / self.against if self.against else Fraction(100)

    @property
    def odds(self) -> str:
        """certain, likely, doubtful or hopeless."""
        return next(word for least, word in _ODDS if self.ratio >= least)

    @property
    def words(self) -> str:
        """The comparison in words, with its figures."""
        compared = next(words for least, words in _COMPARED if self.ratio >= least)
        there = (
            f"what you saw there in year {self.year}"
            if self.year
            else "what its wealth promises; nobody of yours has been there"
        )
        return f"you look {compared} {there} ({float(self.own):.1f} against {float(self.against):.1f}): {self.odds}"


def strength(army: Army, place: int, world: World, attacks: bool, quality: int | None = None) -> Fraction:
    """Return about how strong an army is in a province: type, terrain and quality, without what only a battle throws."""
    kind, race, land = army.kind, TABLES.races[army.race], world.provinces[place].land.name
    home = land in kind.home
    if army.has("helpless_abroad") and not home:
        return Fraction(0)
    basic = Fraction(kind.attack if attacks else kind.defend) + home + (race.home == land) + (race.favours == kind.code)
    adverse = TABLES.share("adverse_factor") if land in kind.adverse else 1
    return basic * adverse * multiplier(army.quality if quality is None else quality)


def led_strength(world: World, who: Character, armies: Iterable[Army], place: int) -> Fraction:
    """Return how strong armies attack a province under a leader."""
    ability = "NA" if world.provinces[place].at_sea else "TA"
    each = sum((strength(one, place, world, True) for one in armies), Fraction(0))
    return each * (1 + level(world, who, ability) * TABLES.share("tactical_pct_per_level") / 100)


def expected_defence(world: World, code: str, place: int) -> tuple[Fraction, int]:
    """Return how strong the defence of a province looks to a kingdom, and the year in which it was seen: the armies seen there,
    taken as Average; else as many as the word for its wealth promises (AK-P1.1-17)."""
    seen, factor = world.kingdoms[code].seen.get(place), TABLES.share("defense_factor") * TABLES.share("expected_leader")
    if place in watched(world, code):
        there = [one for one in world.armies_in(place) if one.owner != code and not one.mercenary]
        known = (strength(one, place, world, False, 2 if isinstance(one.quality, Unknown) else None) for one in there)
        return sum(known, Fraction(0)) * factor, world.turn - 1
    if seen is not None and seen.visited:
        armies = (
            Army(0, TABLES.armies[kind].race or "Human", kind, 2, place)
            for kind, many in seen.armies.items()
            for _ in range(many)
        )
        return sum((strength(one, place, world, False) for one in armies), Fraction(0)) * factor, seen.visited
    land = world.provinces[place].land
    word = (seen.wealth if seen is not None else "") or usual_wealth(land)
    many = 0 if world.provinces[place].at_sea else TABLES.number(f"defenders_{word.lower()}")
    return many * TABLES.share("expected_army") * factor, 0


def outlook(world: World, who: Character, armies: Iterable[Army], place: int) -> Outlook:
    """Return what an attack on a province looks like to the kingdom of a leader."""
    against, year = expected_defence(world, who.kingdom, place)
    return Outlook(led_strength(world, who, armies, place), against, year)
