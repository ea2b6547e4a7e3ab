"""The sequence of events (chapter 30, ruling 10): what happens when. Read this file first.

The book's fifteen steps in its order and its words; letters name the sub-steps that the book leaves open. ``carry_out`` does
the orders that name the sub-step as theirs, one by one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from postern.game.chance import Chance
from postern.game.kit.turn import Sign, Step, in_turn
from postern.game.orders import OrderSheet
from postern.rulesets.great_jewels import items as _items  # noqa: F401  registers every talisman
from postern.rulesets.great_jewels.orders import attacks, building, choices, messages, moves, raids, talismans
from postern.rulesets.great_jewels.orders.families import GRAMMAR, read_geas
from postern.rulesets.great_jewels.rules import capture, checks, economy, monsters, printouts, scoring
from postern.rulesets.great_jewels.rules.battle import combat, waylay
from postern.rulesets.great_jewels.rules.powers import by_order, mischief, opening
from postern.rulesets.great_jewels.turn.orders import Issued, QJOrder
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import World


def carry_out(turn: Turn) -> None:
    """Carries out the orders of the turn's present step that act one by one, in the order of processing."""
    for issued in turn.each(turn.of_step(_step_of)):
        act = GRAMMAR.kind_of(issued.order).act
        if act is not None and not turn.is_void(issued) and act(turn, issued, issued.order):
            turn.carried_out(issued)


def _step_of(order: QJOrder) -> str:
    return GRAMMAR.kind_of(order).step


def open_turn(turn: Turn) -> None:
    """Step 0, with orders inside a geas read as all others are."""
    opening.open_turn(turn, read_geas)


def fight(turn: Turn) -> None:
    """Step 6: the attacks that orders mean are fought with all others."""
    combat.fight_battles(turn, *attacks.ordered_attacks(turn))


SEQUENCE: tuple[Step[Turn], ...] = (
    Step("0", "orders opened", in_turn(carry_out, open_turn)),
    Step("0+", "the Chameleon changes its look", by_order.change_guise),
    Step("1", "status change orders", in_turn(carry_out, choices.settle_status)),
    Step("2a", "transfers of troops", carry_out),
    Step("2b", "transfers of zorans", carry_out),
    Step("2c", "transfers of rams and siege towers", carry_out),
    Step("2d", "transfers of talismans", talismans.transfer_talismans),
    Step("2e", "spells and talisman orders before combat", by_order.use_early_powers),
    Step("2f", "destruction", carry_out),
    Step("2g", "crew check", checks.check_crews),
    Step("3a", "purchase of mercenaries", in_turn(economy.open_strongholds, carry_out)),
    Step("3b", "building of navies and siege equipment", carry_out),
    Step("4", "raiders leave their province", in_turn(raids.stampede, carry_out, raids.settle_armies)),
    Step("5a", "unlocking of Forbidden Cities", carry_out),
    Step("5b", "pre-move check of leaders that are going to move", moves.premove_check),
    Step("6", "combat, including the division of spoils", fight),
    Step("6+", "Great Jewels counted", scoring.check_jewels),
    Step("7a", "movement of the survivors of combat", moves.move_survivors),
    Step("7b", "guardians strike at those who entered", combat.guardians_strike),
    Step("7c", "traps spring", waylay.spring_traps),
    Step("7+", "Great Jewels counted", scoring.check_jewels),
    Step("8", "ravaging of provinces", carry_out),
    Step("8+", "the Warlord's Curse", by_order.ravage_by_curse),
    Step("9a", "dragons", monsters.duel_with_dragons),
    Step("9b", "summoning of the Drevonyx", monsters.summon_drevonyxes),
    Step("9c", "the Drevonyx feeds", monsters.feed_drevonyxes),
    Step("10", "raiders enter adjacent provinces", capture.raiders_enter),
    Step("11", "capture of provinces", capture.capture_provinces),
    Step("11+", "Great Jewels counted", scoring.check_jewels),
    Step("12", "building of roads and citadel points", in_turn(carry_out, building.finish_building)),
    Step("13a", "new levies, taxes and leaders", economy.collect_income),
    Step("13b", "experience", economy.gain_experience),
    Step("13c", "victory points", scoring.score),
    Step("14a", "siege determination", capture.determine_sieges),
    Step("14b", "counters and mischief of talismans", mischief.end_of_turn_powers),
    Step("15a", "spying", printouts.spy),
    Step("15b", "printouts for the next turn", printouts.write_entries),
    Step("15c", "end of the game", scoring.end_turn),
)

LAST_STEPS = ("15b", "15c")
"""What is still done when the game has ended in the middle of a turn."""


def in_order(orders: Mapping[str, Sequence[Issued]], world: World) -> list[Issued]:
    """All orders in the order of processing (ruling 0): seats in a cycle that starts at seat ((turn - 1) mod n) + 1,
    inside a seat the lines from top to bottom."""
    seats = list(world.players)
    first = (world.turn - 1) % len(seats)
    return [issued for seat in seats[first:] + seats[:first] for issued in orders.get(seat, ())]


def begin(world: World, given: Mapping[str, OrderSheet], chance: Chance, spared: Mapping[Sign, str]) -> Turn:
    """Return the turn before its first step. Seats without a sheet missed it: their standing settings go on (ruling 27)."""
    orders = {seat: Issued.of(seat, sheet, QJOrder) for seat, sheet in given.items()}
    return Turn(world, in_order(orders, world), chance, spared=spared)


def skips(turn: Turn, label: str) -> bool:
    """Return whether a step is left out: when the Great Jewels are won the game is over at once, and of the steps that are left
    only the last printouts are made."""
    return turn.world.finished and label not in LAST_STEPS


def close(before: World, turn: Turn, given: Mapping[str, OrderSheet]) -> None:
    """Count who missed the turn; computer players hear who wrote of an alliance."""
    scoring.count_missed(turn, present=given)
    messages.hear(turn.world, messages.deliveries(before, turn.orders))
