"""The year as one table, in the order of the rules (AK-D3.0-10, AK-D3.0-11): read ``SEQUENCE`` first."""

from __future__ import annotations

from postern.game.kit.turn import Phases, Step, in_turn
from postern.rulesets.adventurer_kings.orders import armies, exploring, heroes, kingdom, magic, movement
from postern.rulesets.adventurer_kings.orders.acting import EFFECTS, act, begin_phase
from postern.rulesets.adventurer_kings.orders.grammar import MADE, ROWS
from postern.rulesets.adventurer_kings.orders.movement import react
from postern.rulesets.adventurer_kings.rules import travel
from postern.rulesets.adventurer_kings.rules.abilities.inventions import begin_to_help
from postern.rulesets.adventurer_kings.rules.battle.course import conquer, fight
from postern.rulesets.adventurer_kings.rules.realm import economy, offices, recovery, victory
from postern.rulesets.adventurer_kings.turn import PHASES, Turn

FAMILIES = (armies, exploring, heroes, kingdom, magic, movement)
"""The families of orders: what is read here is registered (``acting.EFFECTS``)."""
if missing := [name for name, row in ROWS.items() if row.giver == "character" and MADE[name] not in EFFECTS]:
    raise ValueError(f"orders.toml: there is no effect for {', '.join(missing)}")
SEQUENCE: tuple[Step[Turn] | Phases[Turn], ...] = (
    Step("1", "Automatic Breaks", kingdom.break_automatically),
    Step("2", "standing orders", kingdom.take_standing_orders),
    Phases(
        PHASES,
        (
            Step("a", "mercenaries wander", in_turn(begin_phase, travel.wander)),
            Step("b", "actions", act),
            Step("c", "Defend", react),
            Step("d", "battles", fight),
            Step("e", "conquest", in_turn(conquer, begin_to_help)),
        ),
    ),
    Step("3", "raids", economy.raid),
    Step("4", "revenue", economy.collect),
    Step("5", "gifts of gold", kingdom.give_gold),
    Step("6", "pay", economy.pay),
    Step("7", "recovery", recovery.recover),
    Step("8", "diplomacy", kingdom.treat),
    Step("9", "merit and offices", offices.award),
    Step("10", "victory", in_turn(kingdom.vote, victory.end_year)),
)
"""In phase 3 the step ``b`` has the label ``3b``."""
