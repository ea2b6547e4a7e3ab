"""An edition of Alamaze: its tables, each loaded and checked once, and its numbers by name.

Rows have the names of their files' columns. Columns that only explain (clauses, decisions, notes) are left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Annotated

from pydantic import BeforeValidator

from postern.game.kit.content import Content, split
from postern.game.kit.grid import Grid, Squares

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Rows from the north and columns from the west: area BC is in the second row and the third column (AC-03-01..03)."""
TERRAINS = ("Plains", "Forest", "Mountain", "Marsh", "Desert", "Sea")

Codes = Annotated[tuple[str, ...], split(";")]
Numbers = Annotated[tuple[int, ...], split(";")]
Listed = Annotated[tuple[str, ...], split()]
Levels = Annotated[tuple[int, ...], split()]
Yes = Annotated[bool, BeforeValidator(lambda cell: cell == "yes" if isinstance(cell, str) else cell)]
NoLevel = Annotated[int | None, BeforeValidator(lambda cell: None if cell == "-" else cell)]
"""A power level; None for what comes never."""
NoRoll = Annotated[int | None, BeforeValidator(lambda cell: None if cell in ("automatic", "N/A") else cell)]
"""A chance in percent; None for what is not rolled for."""
_DANGERS: Mapping[object, int | None] = {"yes": 0, "no": None, "N/A": None, "power 5+": 5}
Danger = Annotated[int | None, BeforeValidator(lambda cell: _DANGERS.get(cell, cell))]
"""From which level of the victim a mission is dangerous: "yes", "no" or "power 5+"."""


@dataclass(frozen=True)
class Area:
    """One square of the map (AC-03-01..06). ``sea`` is the sea in which it lies, ``coastal_to`` the sea at its coast."""

    area: str
    region: int
    terrain: str
    sea: str = ""
    coastal_to: str = ""
    island: Yes = False


@dataclass(frozen=True)
class Region:
    """One of the regions (AC-05-12). ``off_season`` is when its harvest is poor (AC-14-09)."""

    number: int
    name: str
    off_season: str
    neighbours: Numbers
    food_factor: float = 1.0
    gold_factor: float = 1.0


@dataclass(frozen=True)
class Sea:
    """One of the seas; ``letter`` names it in orders."""

    sea: str
    letter: str


@dataclass(frozen=True)
class CenterRow:
    """A population center at the start (AC-04). ``start_controller`` is a kingdom, "" for a neutral one."""

    area: str
    name: str
    type: str
    base_defense: int
    census: int
    food: int
    gold: int
    start_controller: str = ""
    capital: Yes = False
    shown_on_public_map: Yes = False


@dataclass(frozen=True)
class BrigadeType:
    """A kind of brigade: its values in the phases of a battle on open ground (rulings 18 and 23), and its upkeep a turn."""

    code: str
    name: str
    category: str
    infantry_value: float
    cavalry_value: float
    archer_value: float
    long_missile: float
    short_missile: float
    charge: float
    melee: float
    combined: float
    armour: float
    value_vs_pc: float
    food_per_turn: str = "0"
    gold_per_turn: int = 0
    max_per_group: int | None = None
    summon_spell_or_order: int | None = None
    men_li: int = 0
    men_mi: int = 0
    men_hi: int = 0
    men_gu: int = 0
    men_lc: int = 0
    men_mc: int = 0
    men_hc: int = 0
    men_ec: int = 0
    men_sk: int = 0
    men_ar: int = 0
    men_xa: int = 0
    men_ha: int = 0
    men_special: str = ""
    factor: float = 1.0


@dataclass(frozen=True)
class KingdomRow:
    """A kingdom at the start: its people, its means and its terrain abilities (rulings 19 to 22)."""

    code: str
    name: str
    home_region: int
    capital_area: str
    capital_name: str
    influence: float
    ruler: str
    agent_cap: int
    magic_potential: int
    research_gold_per_level: int
    spell_school: str
    rite_percent: int
    reinforcement_turns: Numbers
    reinforcement_brigades: int
    food: int
    gold: int
    default_attack_tactic: int
    default_defense_tactic: int
    threshold_factor: float
    retreat_loss_factor: float
    alignment: str
    skeletons: int
    morale_start: int
    terrain_plains: str
    terrain_forest: str
    terrain_mountain: str
    terrain_marsh: str
    terrain_desert: str
    terrain_sea: str
    reaction_region_1: str
    reaction_region_2: str
    reaction_region_3: str
    reaction_region_4: str
    reaction_region_5: str
    reaction_region_6: str
    reaction_region_7: str
    reaction_region_8: str
    reaction_region_9: str
    reaction_region_10: str
    second_town_area: str = ""
    village_areas: Codes = ()
    naval_quality: float = 0
    fleets: int = 0
    fleet_sea: str = ""
    natural_enemy: str = ""
    evasion_terrain: str = ""

    def ability(self, terrain: str) -> str:
        """How at home its troops are in a terrain: Standard, Advantage, Flight, ..."""
        return str(getattr(self, f"terrain_{terrain.lower()}"))

    def start_reaction(self, region: int) -> str:
        """The reaction of a region at turn 0."""
        return str(getattr(self, f"reaction_region_{region}"))


@dataclass(frozen=True)
class StartGroup:
    """A group at turn 0; without an area it is inactive."""

    group: str
    kingdom: str
    number: int
    brigade_code: str = ""
    area: str = ""
    brigades: int = 0
    leaders: Codes = ()
    morale: float = 100
    attrition: float = 0


@dataclass(frozen=True)
class StartFigure:
    """A named figure at turn 0: ``kind`` is a rank, Agent, Wizard, ...; ``group`` only for those with one."""

    kingdom: str
    kind: str
    name: str
    code: str
    area: str = ""
    level: int = 0
    group: str = ""


@dataclass(frozen=True)
class EmissaryRank:
    """A rank of emissaries: its share of the ruler's influence, and what each of its acts costs (AC-08-12..17)."""

    rank_order: int
    rank: str
    power_percent: int
    gold_cost: int


@dataclass(frozen=True)
class LeaderRank:
    """A rank of leaders, with its step, and what it adds to the fighting value (AC-06-80..82)."""

    rank_order: int
    rank: str
    bonus_percent: int
    step: str = ""

    @property
    def title(self) -> str:
        """As it is written: ``Captain I``."""
        return f"{self.rank} {self.step}".strip()


@dataclass(frozen=True)
class Tactic:
    """A tactic of attack or defense, and the losses at which it retreats (AC-21-28..34)."""

    tac: int
    mode: str
    name: str
    retreat_at_casualties_pct: int


@dataclass(frozen=True)
class Stage:
    """A stage of a battle: which value strikes and with what share of it (rulings 23 and 24)."""

    battle: str
    order: int
    stage: str
    value_used: str
    first_side_pct: int
    second_side_pct: int = 0
    retreat_check: str = ""


@dataclass(frozen=True)
class Arms:
    """What the terrain leaves of each arm, in percent (AC-06-57..66)."""

    terrain: str
    infantry_percent: int | None = None
    cavalry_percent: int | None = None
    archers_percent: int | None = None


@dataclass(frozen=True)
class TerrainAbility:
    """What being at home in a terrain adds in a fight there (ruling 20)."""

    terrain_trait: str
    combat_pct: int
    evasion: Yes = False


@dataclass(frozen=True)
class MovementCost:
    """Movement points to enter an area of each terrain (ruling 20). ``walks_as`` stands in a row of flight: the row of those
    who cannot fly."""

    terrain_trait: str
    plains: float
    forest: float
    mountain: float
    marsh: float
    desert: float
    sea: float
    walks_as: str = ""

    def to_enter(self, terrain: str) -> float:
        """The points for an area of this terrain."""
        return float(getattr(self, terrain.lower()))


@dataclass(frozen=True)
class SizeWord:
    """The word for a group of so many brigades (AC-06-19..30)."""

    word: str
    brigades_low: int
    brigades_high: int | None = None


@dataclass(frozen=True)
class Reaction:
    """A reaction of a region: what it does to politics, to morale and to parley (AC-05-08..11)."""

    reaction: str
    politics_factor: int
    end_of_turn_morale: int
    parley_points: int
    denigrate_points: int
    morale_cap: int | None = None


@dataclass(frozen=True)
class Resistance:
    """How much a center of each kind resists where the region reacts so (ruling 33)."""

    reaction: str
    factor: int
    village: float
    town: float
    city: float


@dataclass(frozen=True)
class InfluenceWord:
    """The word for a kingdom's share of a region's people (AC-05-13..16, ruling 40)."""

    word: str
    above_share: float | None = None
    at_least_share: float | None = None
    intelligence_from: str = ""


@dataclass(frozen=True)
class Season:
    """A season's share of production in percent, in regions with a winter or a summer as off-season (AC-14-09..12)."""

    season: str
    regions_1_6_food_percent: int
    regions_1_6_gold_percent: int
    regions_7_10_food_percent: int
    regions_7_10_gold_percent: int


def _meaning(row: OrderRow | SpellRow, place: int) -> str:
    """A cell of the columns is a word for its sort, then what it means: ``GRP own group``."""
    cell = str(getattr(row, f"col_{LETTERS[place].lower()}", ""))
    return cell.partition(" ")[2]


@dataclass(frozen=True)
class OrderRow:
    """An order: how it is written, who gives it, when it may be given and what it costs (ruling 7)."""

    number: int
    name: str
    performer: str
    form: str
    example: str
    cost: str
    phase: str
    summary: str
    sole_action: str = ""
    first_turn: int = 1
    standing_decided: Yes = False
    restriction: str = ""
    prerequisite: str = ""
    words: str = ""
    col_a: str = ""
    col_b: str = ""
    col_c: str = ""
    col_d: str = ""
    col_e: str = ""
    col_f: str = ""
    col_g: str = ""
    col_h: str = ""
    col_i: str = ""
    col_j: str = ""

    def column(self, place: int) -> str:
        """What stands in a column, from 0, in words: ``own group``; "" where the table does not say."""
        return _meaning(self, place)


@dataclass(frozen=True)
class SpellRow:
    """A spell: how it is written, and at what power each school has it (ruling 49)."""

    number: int
    name: str
    cast_phase: str
    form_decided: str
    example_decided: str
    numeric_effect: str
    level_dark: NoLevel = None
    level_arch: NoLevel = None
    level_shadow: NoLevel = None
    level_noble: NoLevel = None
    level_common: NoLevel = None
    dispellable_by_92: Yes = False
    largest_group: str = ""
    words: str = ""
    col_a: str = ""
    col_b: str = ""
    col_c: str = ""
    col_d: str = ""
    col_e: str = ""
    col_f: str = ""
    col_g: str = ""
    col_h: str = ""
    col_i: str = ""
    col_j: str = ""

    def column(self, place: int) -> str:
        """What stands in a column, from 0, in words: ``own group``; "" where the table does not say."""
        return _meaning(self, place)

    def level(self, school: str) -> int | None:
        """The power at which a school has the spell; None for never."""
        level = getattr(self, f"level_{school.lower()}")
        return None if level is None else int(level)


@dataclass(frozen=True)
class Artifact:
    """An artifact: its class and quality, what it does, and what has to hold it (ruling 50)."""

    item_key_decided: str
    short_number: str
    name: str
    class_: str = ""
    quality: str = ""
    alignment: str = ""
    combat_percent: float = 0
    encounter_points: float = 0
    effects: str = ""
    order_enabled: str = ""
    holder_decided: str = ""
    figures_decided: Codes = ()
    """Names of those who join the finder, for an artifact that is no thing."""


@dataclass(frozen=True)
class AgentAction:
    """A mission against one sort of target: chances in percent before the agent's level counts (ruling 42). ``target`` names
    ranks or things; what is "per level" counts for each level of the victim. Success is None for what needs no luck.
    ``danger`` is the level of the victim from which a caught agent dies; None for no danger."""

    mission: str
    target: Annotated[tuple[str, ...], split("/")]
    order: Numbers
    success_base_pct: NoRoll = None
    success_per_victim_level_pct: int = 0
    capture_base_pct: NoRoll = None
    capture_per_victim_level_pct: int = 0
    danger: Danger = None
    extra_gold: int = 0


@dataclass(frozen=True)
class Countermeasure:
    """What an agent who watches takes from the success of others, and adds to their capture (ruling 42)."""

    order: int
    base_pct: int
    per_level_pct: int
    home_bonus_pct: int = 0


@dataclass(frozen=True)
class HireRow:
    """A figure that can be hired (order 510)."""

    code: str
    figure: str
    gold: int
    influence_cost: float
    level: int = 0


@dataclass(frozen=True)
class SightingRow:
    """An unusual sighting: where it is and who guards what (ruling 51)."""

    site: int
    area: str
    quality: str
    item_key_decided: str = ""
    guardian_strength: float = 0
    enigma_tactic: int = 0
    key_item: str = ""
    terrain: str = ""
    secondary_terrain: str = ""


@dataclass(frozen=True)
class BattleSpell:
    """What a spell does in a battle (ruling 49): points for each level, morale of both sides, armour for each level up to the
    limit, points on the enemy's threshold of losses, less with a Marshal. ``lasting`` spells work in all battles of the turn
    against the same group."""

    number: int
    points_per_level: float = 0
    own_morale: float = 0
    enemy_morale: float = 0
    armour_per_level: float = 0
    enemy_threshold: float = 0
    enemy_threshold_marshal: float = 0
    caster_safe: Yes = False
    lasting: Yes = False


@dataclass(frozen=True)
class CenterSpell:
    """A spell that breaks the defense of a center of one type, and its chances to anger the region (ruling 49)."""

    number: int
    type: str
    defense: int
    reaction_pct: int
    reaction_destroyed_pct: int


@dataclass(frozen=True)
class ParleyRow:
    """Points for and against a center that is asked to surrender (ruling 34)."""

    part: str
    value: str = ""
    points: float = 0


@dataclass(frozen=True)
class Potential:
    """Chances in percent of research beyond the potential of a kingdom, by levels beyond it (ruling 48)."""

    potential: int
    beyond_1: int
    beyond_2: int
    beyond_3: int
    beyond_4: int

    def beyond(self, levels: int) -> int:
        """The chance for a power so many levels beyond the potential; sure up to it."""
        return int(getattr(self, f"beyond_{levels}", 0)) if levels > 0 else 100


@dataclass(frozen=True)
class Summons:
    """Brigades that a spell calls, and in which terrain (rulings 18 and 49)."""

    spell: int
    creature: str
    brigade_code: str
    brigades_per_cast: int
    terrain: str
    max_per_group: int


@dataclass(frozen=True)
class RegionalSpell:
    """What a spell does to groups or centers of a region, and with which chance (ruling 49)."""

    number: int
    succeeds_pct: int
    morale: float = 0
    attrition: float = 0
    food_percent: int = 0
    census_percent: int = 0


@dataclass(frozen=True)
class EffectRow:
    """What a source changes, in the vocabulary of ``effects.py``. ``target`` may name several, with ``;`` between them."""

    id: str
    source_kind: str
    source: str
    effect: str
    target: Codes
    amount: str
    condition: str = ""


@dataclass(frozen=True)
class OrderWords:
    """Words with which an order may begin in place of its number. ``next`` says what has to stand behind them: "group",
    "figure" (a code of two letters) or several of these; ``number`` may be followed by columns that the words say already."""

    words: str
    number: str
    next: str = ""


@dataclass(frozen=True)
class Objective:
    """An objective of the Early Strategic Objective, with its worth in points (AC-26-09..32)."""

    code: str
    points: int
    category: str
    objective: str
    default: Yes = False


@dataclass(frozen=True)
class Condition:
    """A secret victory condition; ``rival`` for one that needs a natural enemy (AC-30-23..46)."""

    code: str
    category: str
    condition: str
    default: Yes = False
    rival: Yes = False


@dataclass(frozen=True)
class Requirement:
    """What an objective or condition asks for: a measure of ``victory/measures.py``, of what, and how much at least."""

    code: str
    measure: str
    least: float
    of: str = ""


@dataclass(frozen=True)
class Reward:
    """A reward of the Early Strategic Objective: what it grants, and to which kingdoms only, or never (AC-26-58..72)."""

    code: str
    points: int
    reward: str
    grant: str
    rank: str = ""
    amount: int = 0
    only: Codes = ()
    never: Codes = ()


@dataclass(frozen=True)
class StatusRow:
    """What gives status points (AC-29-05..32): so many points for each of a measure, less those that another row counts; with
    ``least`` once, for a measure of at least so much and less than ``below``."""

    category: str
    objective: str
    measure: str
    of: str = ""
    less: str = ""
    least: float | None = None
    below: float | None = None
    interim: int = 0
    final: int = 0


@dataclass(frozen=True)
class PrisonerRow:
    """What prisoners of some ranks are worth in status points at an interim award, for each level where ``per_level``."""

    prisoner: str
    interim: int
    final: int
    ranks: Codes
    per_level: Yes = False


class Edition:
    """The tables and numbers of one edition. Raises ValueError from whichever table has a mistake in it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.content = Content(f"postern.rulesets.alamaze.editions.{name}")

    @cached_property
    def _numbers(self) -> Mapping[str, float]:
        rows = self.content.rows("constants")
        return {row["name"]: float(row["value"]) for row in rows}

    def value(self, name: str) -> float:
        """A number of ``constants.csv``. Raises KeyError for a name that is not there."""
        return self._numbers[name]

    def whole(self, name: str) -> int:
        """The same, for a number that is whole. Raises ValueError for one that is not."""
        value = self._numbers[name]
        if value != int(value):
            raise ValueError(f"{name} is {value}")
        return int(value)

    @cached_property
    def _features(self) -> Mapping[str, bool]:
        return {row["name"]: row["on"] == "yes" for row in self.content.rows("features")}

    def has(self, feature: str) -> bool:
        """True for a feature that this edition has. Raises KeyError for a name that is not in ``features.csv``."""
        return self._features[feature]

    @cached_property
    def texts(self) -> Mapping[str, str]:
        """Texts that are the edition's own: its title, the first year, ..."""
        return {name: str(value) for name, value in self.content.toml("texts").items()}

    @cached_property
    def areas(self) -> Mapping[str, Area]:
        return self.content.table("map", Area, lambda one: one.area)

    @cached_property
    def grid(self) -> Grid[str]:
        """The map as squares with eight neighbours; distances are the larger of rows and columns (AC-18-04, ruling 46)."""
        return Grid(Squares(), {area: (LETTERS.index(area[1]), LETTERS.index(area[0])) for area in self.areas})

    @cached_property
    def regions(self) -> Mapping[int, Region]:
        return self.content.table("regions", Region, lambda one: one.number)

    @cached_property
    def seas(self) -> Mapping[str, Sea]:
        """By letter."""
        return self.content.table("seas", Sea, lambda one: one.letter)

    @cached_property
    def sea_letters(self) -> Mapping[str, str]:
        """From the name of a sea to its letter."""
        return {one.sea: one.letter for one in self.seas.values()}

    @cached_property
    def centers(self) -> Mapping[str, CenterRow]:
        return self.content.table("population_centers", CenterRow, lambda one: one.area)

    @cached_property
    def brigades(self) -> Mapping[str, BrigadeType]:
        return self.content.table("brigades", BrigadeType, lambda one: one.code)

    def own_brigade(self, kingdom: str) -> str:
        """The code of a kingdom's own kind of brigades."""
        return next(one.brigade_code for one in self.start_groups.values() if one.kingdom == kingdom and one.brigade_code)

    def brigade_of_order(self, number: int) -> str:
        """The code of the brigades that an order or spell brings. Raises StopIteration for one that brings none."""
        return next(code for code, one in self.brigades.items() if one.summon_spell_or_order == number)

    @cached_property
    def siege_shares(self) -> Mapping[int, int]:
        """What is left of production in each turn of a siege, in percent (AC-21-23..25)."""
        return {int(row["siege_turn"]): int(row["production_pct_of_season"]) for row in self.content.rows("siege")}

    @cached_property
    def kingdoms(self) -> Mapping[str, KingdomRow]:
        return self.content.table("kingdoms_start", KingdomRow, lambda one: one.code)

    @cached_property
    def start_groups(self) -> Mapping[str, StartGroup]:
        return self.content.table("start_groups", StartGroup, lambda one: one.group)

    @cached_property
    def start_figures(self) -> tuple[StartFigure, ...]:
        return tuple(self.content.table("start_figures", StartFigure, lambda one: (one.kingdom, one.code)).values())

    @cached_property
    def emissary_ranks(self) -> Mapping[str, EmissaryRank]:
        return self.content.table("emissary_ranks", EmissaryRank, lambda one: one.rank)

    @cached_property
    def leader_ranks(self) -> Mapping[str, LeaderRank]:
        """By title, the lowest first."""
        return self.content.table("leader_ranks", LeaderRank, lambda one: one.title)

    @cached_property
    def tactics(self) -> Mapping[tuple[str, int], Tactic]:
        """By mode ("attack", "defend") and number."""
        return self.content.table("tactics", Tactic, lambda one: (one.mode, one.tac))

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        return tuple(self.content.table("combat_stages", Stage, lambda one: (one.battle, one.order)).values())

    @cached_property
    def arms(self) -> Mapping[str, Arms]:
        return self.content.table("arms_terrain", Arms, lambda one: one.terrain)

    @cached_property
    def abilities(self) -> Mapping[str, TerrainAbility]:
        return self.content.table("terrain_adeptness", TerrainAbility, lambda one: one.terrain_trait)

    @cached_property
    def movement_costs(self) -> Mapping[str, MovementCost]:
        return self.content.table("movement_costs", MovementCost, lambda one: one.terrain_trait)

    @cached_property
    def size_words(self) -> tuple[SizeWord, ...]:
        return tuple(self.content.table("group_sizes", SizeWord, lambda one: one.word).values())

    @cached_property
    def reactions(self) -> Mapping[str, Reaction]:
        """By name, the best first."""
        return self.content.table("regional_reactions", Reaction, lambda one: one.reaction)

    @cached_property
    def resistances(self) -> tuple[Resistance, ...]:
        """The best reaction first."""
        return tuple(self.content.table("politics_resistance", Resistance, lambda one: one.reaction).values())

    @cached_property
    def spare_names(self) -> tuple[str, ...]:
        """Names for figures that appear by themselves."""
        return tuple(row["name"] for row in self.content.rows("spare_names"))

    @cached_property
    def influence_words(self) -> tuple[InfluenceWord, ...]:
        """The most influence first."""
        return tuple(self.content.table("regional_influence", InfluenceWord, lambda one: one.word).values())

    @cached_property
    def seasons(self) -> Mapping[str, Season]:
        return self.content.table("seasons", Season, lambda one: one.season)

    @cached_property
    def orders(self) -> Mapping[int, OrderRow]:
        return self.content.table("orders", OrderRow, lambda one: one.number)

    @cached_property
    def spells(self) -> Mapping[int, SpellRow]:
        return self.content.table("spells", SpellRow, lambda one: one.number)

    def form_of(self, number: int) -> str:
        """How an order or spell is written; "" where there is none with this number."""
        if number in self.orders:
            return self.orders[number].form
        return self.spells[number].form_decided if number in self.spells else ""

    @cached_property
    def order_words(self) -> tuple[tuple[tuple[str, ...], tuple[OrderWords, ...]], ...]:
        """Names of orders and spells word by word, the longest first, each with the orders that it may mean (ruling 1)."""
        table = self.content.table("order_words", OrderWords, lambda one: (one.words, one.next))
        found: dict[tuple[str, ...], list[OrderWords]] = {}
        for one in table.values():
            found.setdefault(tuple(one.words.split()), []).append(one)
        names = [(n, one.name) for n, one in self.orders.items()] + [(n, one.name) for n, one in self.spells.items()]
        for number, name in names:
            words = name.upper().replace(",", "")
            found.setdefault(tuple(words.split()), [OrderWords(words, str(number))])
        return tuple((words, tuple(rows)) for words, rows in sorted(found.items(), key=lambda one: (-len(one[0]), one[0])))

    def spell_power(self, kingdom: str, number: int) -> int | None:
        """The power at which a kingdom has a spell; 0 for adepts, None for a spell that is not on its list (AC-23-26)."""
        return self.spells[number].level(self.kingdoms[kingdom].spell_school)

    def spells_of(self, kingdom: str, power: int) -> list[SpellRow]:
        """The spells that come to a kingdom with this power."""
        return [one for number, one in self.spells.items() if self.spell_power(kingdom, number) == power]

    @cached_property
    def potentials(self) -> Mapping[int, Potential]:
        return self.content.table("magic_potential", Potential, lambda one: one.potential)

    @cached_property
    def summons(self) -> Mapping[int, Summons]:
        return self.content.table("summons", Summons, lambda one: one.spell)

    @cached_property
    def regional_spells(self) -> Mapping[int, RegionalSpell]:
        return self.content.table("regional_spells", RegionalSpell, lambda one: one.number)

    @cached_property
    def battle_spells(self) -> Mapping[int, BattleSpell]:
        return self.content.table("battle_spells", BattleSpell, lambda one: one.number)

    @cached_property
    def center_spells(self) -> Mapping[int, CenterSpell]:
        return self.content.table("center_spells", CenterSpell, lambda one: one.number)

    @cached_property
    def parley(self) -> Mapping[tuple[str, str], float]:
        """Points by part and value."""
        rows = self.content.table("parley", ParleyRow, lambda one: (one.part, one.value))
        return {key: one.points for key, one in rows.items()}

    @cached_property
    def leader_names(self) -> tuple[str, ...]:
        """Names for those who rise in battle (ruling 78)."""
        return tuple(row["name"] for row in self.content.rows("leader_names"))

    @cached_property
    def never_standing(self) -> frozenset[int]:
        """Spells that cannot be standing orders (ruling 83)."""
        return frozenset(int(row["spell"]) for row in self.content.rows("never_standing"))

    @cached_property
    def kingdom_orders(self) -> Mapping[int, frozenset[str]]:
        """Orders that only some kingdoms may give, with their codes (ruling 8)."""
        found: dict[int, set[str]] = {}
        for row in self.content.rows("kingdom_orders"):
            found.setdefault(int(row["order"]), set()).add(row["kingdom"])
        return {number: frozenset(codes) for number, codes in found.items()}

    @cached_property
    def instead_of(self) -> Mapping[int, str]:
        """What other kingdoms can do instead of such an order."""
        return {int(row["order"]): row["instead"] for row in self.content.rows("kingdom_orders")}

    @cached_property
    def artifacts(self) -> Mapping[str, Artifact]:
        return self.content.table("artifacts", Artifact, lambda one: one.item_key_decided)

    @cached_property
    def effects(self) -> Mapping[tuple[str, str], tuple[EffectRow, ...]]:
        """By effect and target."""
        found: dict[tuple[str, str], list[EffectRow]] = {}
        for row in self.content.table("effects", EffectRow, lambda one: one.id).values():
            for target in row.target:
                found.setdefault((row.effect, target), []).append(row)
        return {key: tuple(some) for key, some in found.items()}

    @cached_property
    def artifact_numbers(self) -> Mapping[str, str]:
        """From short numbers to keys."""
        return {one.short_number: key for key, one in self.artifacts.items()}

    @cached_property
    def objectives(self) -> Mapping[str, Objective]:
        return self.content.table("eso_objectives", Objective, lambda one: one.code)

    @cached_property
    def conditions(self) -> Mapping[str, Condition]:
        return self.content.table("secret_victory", Condition, lambda one: one.code)

    @cached_property
    def requirements(self) -> Mapping[str, tuple[Requirement, ...]]:
        """All that an objective or condition asks for, by its code."""
        found: dict[str, list[Requirement]] = {}
        for row in self.content.table("requirements", Requirement, lambda one: (one.code, one.measure, one.of)).values():
            found.setdefault(row.code, []).append(row)
        return {code: tuple(some) for code, some in found.items()}

    @cached_property
    def rewards(self) -> Mapping[str, Reward]:
        return self.content.table("eso_rewards", Reward, lambda one: one.code)

    @cached_property
    def status_points(self) -> tuple[StatusRow, ...]:
        return tuple(self.content.table("status_points", StatusRow, lambda one: one.objective).values())

    @cached_property
    def prisoner_points(self) -> Mapping[str, PrisonerRow]:
        """By rank."""
        rows = self.content.table("status_prisoners", PrisonerRow, lambda one: one.prisoner).values()
        return {rank: one for one in rows for rank in one.ranks}

    @cached_property
    def report_sections(self) -> Mapping[int, str]:
        """The headings of the report by their numbers (ruling 70)."""
        return {int(row["order"]): row["section"] for row in self.content.rows("report_sections")}

    @cached_property
    def _agent_numbers(self) -> Mapping[str, str]:
        return {row["name"]: row["value"] for row in self.content.rows("agent_constants")}

    def agent_value(self, name: str) -> int:
        """A number of ``agent_constants.csv``. Raises KeyError for a name that is not there."""
        return int(self._agent_numbers[name])

    @cached_property
    def agent_actions(self) -> Mapping[tuple[int, str], AgentAction]:
        """By order and target: (940, "Duke")."""
        rows = self.content.table("agent_actions", AgentAction, lambda one: (one.mission, one.target))
        return {(order, target): row for row in rows.values() for order in row.order for target in row.target}

    @cached_property
    def countermeasures(self) -> Mapping[int, Countermeasure]:
        return self.content.table("countermeasures", Countermeasure, lambda one: one.order)

    @cached_property
    def hire(self) -> Mapping[str, HireRow]:
        """By letter."""
        return self.content.table("hire", HireRow, lambda one: one.code)

    @cached_property
    def sightings(self) -> Mapping[int, SightingRow]:
        return self.content.table("unusual_sightings", SightingRow, lambda one: one.site)

    @cached_property
    def sites(self) -> Mapping[str, int]:
        """The number of the sighting whose guardian keeps an artifact, by its key."""
        return {one.item_key_decided: site for site, one in self.sightings.items()}


@cache
def edition(name: str) -> Edition:
    """The edition with this name, loaded once."""
    return Edition(name)
