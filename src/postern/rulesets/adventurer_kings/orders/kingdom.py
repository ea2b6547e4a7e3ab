"""Orders of the kingdom: standing orders and messages, gold, treaties and breaks, votes and claims."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from postern.game.kit.orders.kinds import Refusal
from postern.game.kit.report.telling import listed
from postern.rulesets.adventurer_kings.orders.finding import kingdom_named, own_character
from postern.rulesets.adventurer_kings.orders.types import (
    Break,
    Claim,
    GiveGold,
    Message,
    NameHeir,
    Rename,
    ShareScience,
    SpecialPlan,
    Treat,
    Vote,
)
from postern.rulesets.adventurer_kings.rules.abilities.inventions import share
from postern.rulesets.adventurer_kings.rules.abilities.levels import trait
from postern.rulesets.adventurer_kings.rules.plans import special_fault
from postern.rulesets.adventurer_kings.rules.realm.diplomacy import Pair, change, settle
from postern.rulesets.adventurer_kings.rules.realm.economy import reckoned
from postern.rulesets.adventurer_kings.rules.realm.succession import count_missed, former, give_levels, proposed
from postern.rulesets.adventurer_kings.rules.realm.victory import crown, elect, group_led_by, lift_veils, tax_share
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.turn import Doing, Turn, percent
from postern.rulesets.adventurer_kings.world import Character, Kingdom, Province

T = TypeVar("T")


def _given(turn: Turn, kind: type[T], fits: Callable[[Kingdom], bool] = lambda one: True) -> Iterator[tuple[Doing, T]]:
    """The orders of a type from kingdoms that fit, as they are taken up, by kingdom number and line (AK-D0-10); a King in
    Valhalla may only treat and vote (AK-D10.3-01)."""
    world = turn.world
    found = [one for one in turn.orders if isinstance(one.order.order, kind) and fits(world.kingdom_of(one.seat))]
    for issued in turn.each(sorted(found, key=lambda one: (world.kingdom_of(one.seat).number, one.line))):
        kingdom = world.kingdom_of(issued.seat)
        doing = Doing(turn, issued, world.king(kingdom), kingdom)
        if doing.who.status == "valhalla" and kind not in (Treat, Vote, Message):
            doing.fail("VALHALLA", f"{doing.who.title} is in Valhalla, where only TREAT and VOTE are heard.")
        else:
            yield doing, issued.order.order


def _kingdom(doing: Doing, text: str, other_than: str) -> Kingdom | None:
    """A kingdom that is still in the game; None after saying that there is none."""
    found = kingdom_named(doing.world, text, other_than)
    if isinstance(found, Refusal):
        doing.fail(found.code, found.why, found.remedy)
        return None
    if found.given_up:
        doing.fail("GIVEN UP", f"{found.name} has been given up: nobody rules there.")
        return None
    return found


def _pairs(turn: Turn, kind: type[Any], fits: Callable[[Kingdom], bool] = lambda one: True) -> dict[Pair, Doing]:
    """The orders of a type that name another kingdom, by pair, who ordered it in front."""
    found = {}
    for doing, order in _given(turn, kind, fits):
        other = _kingdom(doing, order.kingdom, doing.kingdom.code)
        if other is not None:
            found[doing.kingdom.code, other.code] = doing
    return found


def _broken(turn: Turn, pairs: Mapping[Pair, Doing]) -> list[Pair]:
    """The pairs whose Break lowers something; of Enemies there is nothing to break."""
    found = []
    for (one, other), doing in pairs.items():
        name = turn.world.kingdoms[other].name
        if turn.world.relation(one, other) == "Enemy":
            doing.fail("ENEMIES", f"{name} and you are Enemies already.", "Leave the line out: there is nothing to break.")
            continue
        if (one, other) in turn.treats:
            doing.note("BOTH", f"You ordered TREAT with {name} as well: BREAK overrides it.")
        turn.carried_out(doing.issued)
        found.append((one, other))
    return found


# --- before the phases ---------------------------------------------------------------------------------------------------


def break_automatically(turn: Turn) -> None:
    """The Breaks of Evil and Undead Kings make Enemies at once, whatever they were (AK-D8.3-02)."""
    lift_veils(turn)
    pairs = _pairs(turn, Break, _at_once)
    turn.breaks |= set(pairs)
    for one, other in _broken(turn, pairs):
        if turn.world.relation(one, other) != "Enemy":
            change(turn, one, other, "Enemy")


def _at_once(kingdom: Kingdom) -> bool:
    return trait(kingdom, "automatic_break")


def take_standing_orders(turn: Turn) -> None:
    """Count missed turns, name what is new, store plans and Treats, deliver messages."""
    count_missed(turn)
    for doing, rename in _given(turn, Rename):
        _rename(doing, rename)
    for doing, heir in _given(turn, NameHeir):
        _name_heir(doing, heir)
    for doing, plan in _given(turn, SpecialPlan):
        _plan(doing, plan)
    for doing, message in _given(turn, Message):
        _send(doing, message)
    for pair, doing in _pairs(turn, Treat).items():
        turn.treats.add(pair)
        turn.carried_out(doing.issued)


def _rename(doing: Doing, order: Rename) -> None:
    """A starting Hero or the home gets another name with the first orders (AK-P1.2-02)."""
    world, name = doing.world, order.name
    heroes = {one.id: one for one in world.serving(doing.kingdom.code) if not one.king}
    yours = f"Yours are {listed([f'CHAR {one}' for one in heroes] + [f'PROV {doing.kingdom.home}'])}."
    most = TABLES.number("name_max")
    taken = {one.name.upper() for named in (world.characters, world.provinces, world.kingdoms) for one in named.values()}
    if world.turn > 1:
        doing.fail("TOO LATE", "Heroes and the home are named with the orders of the first year alone.")
    elif order.number not in (heroes if order.object == "CHAR" else {doing.kingdom.home}):
        doing.fail("NOT YOURS", f"{order.object} {order.number} is no starting Hero and not the home of yours.", yours)
    elif len(name) > most or not name[:1].isalpha():
        doing.fail("NAME", f"A name begins with a letter and has at most {most} characters; this one has {len(name)}.")
    elif name.upper() in taken:
        doing.fail("TAKEN", f"There is a {name} already.", "Choose another name.")
    else:
        renamed: Character | Province = heroes[order.number] if order.object == "CHAR" else world.provinces[order.number]
        renamed.name = name
        doing.turn.carried_out(doing.issued)


def _name_heir(doing: Doing, order: NameHeir) -> None:
    """The Heir gets his name and 4 levels as at the start, 3 of them in what the dead King could (AK-P2.1-03, AK-D2.1-04)."""
    world, heir, name = doing.world, doing.who, order.name
    if heir.levelled:
        doing.fail("NO HEIR", f"{heir.title} rules: no Heir waits for a name and levels.", "Leave the line out.")
        return
    levels, known = Counter[str](), former(world, heir)
    for ability, many in order.levels:
        levels[ability] += many
    total, most, kept = (TABLES.number(one) for one in ("king_start_levels", "king_start_level_max", "heir_kept_levels"))
    words = ", ".join(f"{code} ({TABLES.abilities[code].name})" for code in TABLES.abilities if code in known)
    barred = TABLES.alignments[doing.kingdom.alignment].barred
    if levels.total() != total or max(levels.values()) > most:
        why = f"An Heir has {total} levels, at most {most} in one ability; these are {levels.total()}."
    elif sum(levels[one] for one in known) < kept:
        why = f"At least {kept} of the {total} levels must be in abilities of the dead King: {words}."
    elif barred in levels:
        why = f"{TABLES.abilities[barred].name} is closed to a King who is {doing.kingdom.alignment}."
    else:
        give_levels(doing.turn, doing.kingdom, heir, name, levels)
        doing.turn.carried_out(doing.issued)
        return
    fitting = " ".join(f"{code}{many}" for code, many in proposed(world, heir).items())
    doing.fail("LEVELS", why, "You could write", f"HEIR {name} {fitting}")


def _plan(doing: Doing, order: SpecialPlan) -> None:
    """A special plan stays until it is replaced; without tactics it is deleted (AK-D3.0-03)."""
    who = own_character(doing, order.who)
    if who is None:
        return
    if order.tactics is not None and (fault := special_fault(order.tactics)):
        doing.fail("PLAN", fault, f"{who.name} keeps {f'the plan {who.plan}' if who.plan else 'no special plan'}.")
    else:
        who.plan = str(order.tactics or "")
        doing.turn.carried_out(doing.issued)


def _send(doing: Doing, order: Message) -> None:
    """A message goes to a King or to all, with the sender's kingdom named (AK-D3.0-13)."""
    turn, own, everybody = doing.turn, doing.kingdom, order.receiver == "ALL"
    other = None if everybody else _kingdom(doing, order.receiver, own.code)
    if everybody or other is not None:
        seats = turn.seats() if other is None else (other.seat, own.seat)
        turn.tell("message", seats, sender=own.name, receiver=other.name if other else "all kingdoms", text=order.text)
        turn.carried_out(doing.issued)


# --- at the end of the year ----------------------------------------------------------------------------------------------


def give_gold(turn: Turn) -> None:
    """Gold goes to other kingdoms, as much as there is (AK-D3.18-01, AK-D9.1-04)."""
    for doing, order in _given(turn, GiveGold):
        own, other = doing.kingdom, _kingdom(doing, order.kingdom, doing.kingdom.code)
        gold = min(order.gold, own.gold)
        if other is None:
            continue
        if not gold:
            doing.fail("NO GOLD", f"Your treasury has 0 gold after taxes; {order.gold} cannot be given.")
            continue
        if gold < order.gold:
            doing.note("LESS", f"Your treasury has {gold} gold after taxes, and all of it was given instead of {order.gold}.")
        turn.pay(own, gold, "gift to", to=other.name)
        if other in reckoned(turn):
            turn.earn(other, gold, "gift of", of=own.name)
        turn.tell("gold given", (own.seat, other.seat), giver=own.name, receiver=other.name, gold=gold)
        turn.carried_out(doing.issued)


def treat(turn: Turn) -> None:
    """Breaks, then Treats, then scientific treaties (AK-P8.2-02)."""
    world = turn.world
    pairs = _pairs(turn, Break, lambda one: not _at_once(one))
    _broken(turn, pairs)
    before = {pair: world.relation(*pair) for pair in turn.treats}
    settle(turn, pairs, turn.breaks)
    for (one, other), was in sorted(before.items()):
        if world.relation(one, other) == was != "Allied" and not turn.expected:
            turn.tell_kingdom(one, "no treaty", other=world.kingdoms[other].name, relation=was)
    _share_science(turn, _pairs(turn, ShareScience))


def _share_science(turn: Turn, pairs: Mapping[Pair, Doing]) -> None:
    """Allies who both order it receive an invention from each other (AK-D8.4-01)."""
    world = turn.world
    for (one, other), doing in pairs.items():
        name = world.kingdoms[other].name
        if world.relation(one, other) != "Allied":
            why = f"{name} and you are not Allied at the end of the year: inventions are shared with allies alone."
            doing.fail("NOT ALLIED", why, "Offer a treaty first:", f"TREAT {other}")
            continue
        turn.carried_out(doing.issued)
        both = (other, one) in pairs
        if not (both and share(turn, world.kingdoms[one], world.kingdoms[other])) and not turn.expected:
            turn.tell_kingdom(one, "nothing shared", other=name, both=both)


def vote(turn: Turn) -> None:
    """Count an announced election, crown a King who needs none, and hear who claims victory (AK-D10.2-01, AK-D10.2-02)."""
    votes: dict[str, str] = {}
    for doing, order in _given(turn, Vote):
        candidate = _kingdom(doing, order.kingdom, "")
        if candidate is None:
            continue
        if not turn.world.election:
            doing.fail("NO ELECTION", "No election is announced for this year: nobody can be voted for.")
            continue
        if doing.kingdom.code in votes:
            doing.note("TWICE", f"You voted before: this vote, for {candidate.name}, counts.")
        votes[doing.kingdom.code] = candidate.code
        turn.carried_out(doing.issued)
    if not turn.expected:
        if turn.world.election:
            elect(turn, votes)
        crown(turn)
    for doing, _ in _given(turn, Claim):
        _claim(doing)


def _claim(doing: Doing) -> None:
    """An alliance with more than 55% asks for an election, unless one was held this year (AK-P10.2-03, AK-D10.2-04)."""
    world, turn, code = doing.world, doing.turn, doing.kingdom.code
    if world.election if turn.expected else world.elected_year == world.turn:
        doing.fail("ELECTION", "An election is held this year: a claim in its year is void.", "You can claim next year.")
        return
    if not (turn.expected or world.finished or world.election):
        share, needed = tax_share(world, group_led_by(world, code)), TABLES.number("victory_tax_share_pct")
        if share <= needed:
            why = f"You and the allies whom you lead have {percent(share)}% of the world's tax base, not more than {needed}%."
            doing.fail("SHARE", why, "The King with the largest tax base of the alliance claims.")
            return
        world.election = code
        turn.announce("election called", name=doing.who.title, kingdom=doing.kingdom.name, share=percent(share))
    turn.carried_out(doing.issued)
