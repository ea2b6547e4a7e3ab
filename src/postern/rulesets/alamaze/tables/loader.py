"""The tables and numbers of an edition, each loaded when it is first asked for, and checked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, cached_property

from postern.game.kit.content import Content
from postern.game.kit.grid import Grid, Squares
from postern.rulesets.alamaze.tables.kingdoms import (
    Arms,
    BrigadeType,
    Condition,
    EmissaryRank,
    HireRow,
    KingdomRow,
    LeaderRank,
    MovementCost,
    Objective,
    PrisonerRow,
    Requirement,
    Reward,
    SizeWord,
    StartFigure,
    StartGroup,
    StatusRow,
    Summons,
    TerrainAbility,
)
from postern.rulesets.alamaze.tables.land import (
    LETTERS,
    Area,
    Artifact,
    CenterRow,
    EffectRow,
    InfluenceWord,
    Reaction,
    Region,
    Resistance,
    Sea,
    Season,
    SightingRow,
)
from postern.rulesets.alamaze.tables.orders import (
    AgentAction,
    BattleSpell,
    CenterSpell,
    Countermeasure,
    OrderRow,
    OrderWords,
    ParleyRow,
    Potential,
    RegionalSpell,
    SpellRow,
    Stage,
    Tactic,
)


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
        """By number. What an order costs is told with the figures that the turn takes: a cell names them in braces."""
        rows = self.content.table("orders", OrderRow, lambda one: one.number)
        return {number: replace(row, cost=self._told(row.cost, f"data/orders.csv, {number}")) for number, row in rows.items()}

    def figure(self, name: str) -> int | None:
        """A whole number of ``constants.csv`` or ``agent_constants.csv``; None for a name that is in neither."""
        if name in self._numbers:
            return self.whole(name)
        return self.agent_value(name) if name in self._agent_numbers else None

    def _told(self, cell: str, where: str) -> str:
        """A cell with numbers in place of their names. Raises ValueError for a name that is in no table of numbers."""
        figures = {name: self.figure(name) for name in re.findall(r"{(.*?)}", cell)}
        if wrong := [name for name, figure in figures.items() if figure is None]:
            raise ValueError(f"{where}: {wrong[0]!r} is no number: name one of constants.csv or agent_constants.csv")
        return re.sub(r"{(.*?)}", lambda name: str(figures[name[1]]), cell)

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
