"""The High Council and skeletons in closets (AC-10, AC-11).

- Skeletons in the closet: found by bribes, and revealed (order 380; AC-10, ruling 59).
- Bids for empty chairs of the High Council (order 210), and chairs sold (411, 412; AC-11-20..25).
- The issue before the High Council: votes on it (order 400), and bids for the right to name the next (410; AC-11-02..17).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from postern.rulesets.alamaze.orders.declared import ORDERS
from postern.rulesets.alamaze.orders.trade import Pair
from postern.rulesets.alamaze.rules.figures import rank_cost
from postern.rulesets.alamaze.rules.regions import barred, change_influence, change_reaction, join, leave, offered, vacant
from postern.rulesets.alamaze.tables.grammar import Command
from postern.rulesets.alamaze.turn import TRADE, Doing, Turn, book, gathered, pay
from postern.rulesets.alamaze.world.records import Issue, Kingdom, Skeleton, World


def learn_skeleton(turn: Turn, victim: Kingdom, knower: Kingdom) -> Skeleton | None:
    """A kingdom learns of one skeleton of another that it does not know yet, by lot, and is told its code. None when there is
    none left, and before the turn. Whether the bribed figure knows any is for the bribe to roll (AC-10-05)."""
    unknown = [one for one in victim.skeletons if not one.revealed and knower.code not in one.known_by]
    if not unknown or turn.expected:
        return None
    found = turn.stream("skeleton", victim.code, knower.code, len(unknown)).choice(unknown)
    found.known_by.append(knower.code)
    turn.tell_kingdoms("skeleton-learned", (knower.code,), kingdom=victim.code, skeleton=found.code, major=found.major)
    return found


@ORDERS.effect("reveal_skeleton")
def reveal(doing: Doing) -> bool:
    """380: an emissary makes a skeleton public; a wrong code costs the own ruler influence (AC-10-02..10)."""
    turn, order = doing.turn, doing.order
    figure, victim = doing.own_figure(of="emissary"), doing.other_kingdom()
    if figure is None or victim is None:
        return False
    found = next((one for one in victim.skeletons if one.code == order.code), None)
    if found is not None and found.revealed:
        return doing.fail(f"The skeleton {order.code} of {victim.code} is known to all already.")
    if found is None and turn.expected:
        return doing.unsure(f"We do not know that {victim.code} has a skeleton {order.code}.", "A wrong code costs influence.")
    gold = rank_cost(turn, figure)
    if not doing.sole(figure) or not pay(doing, gold):
        return False
    if found is None:
        change_influence(turn, doing.kingdom, doing.tables.value("skeleton.wrong_code"), "wrong skeleton")
        return doing.done(f"{victim.code} has no skeleton {order.code}", gold)
    _make_public(turn, victim, found)
    return doing.done(f"a {'major' if found.major else 'minor'} skeleton of {victim.code} revealed", gold)


def _make_public(turn: Turn, victim: Kingdom, skeleton: Skeleton) -> None:
    """The ruler loses influence, a member of the Council his chair, and for a major one some region thinks worse of him."""
    skeleton.revealed = True
    turn.tell_all("skeleton-revealed", kingdom=victim.code, skeleton=skeleton.code, major=skeleton.major)
    name = "skeleton.major" if skeleton.major else "skeleton.minor"
    change_influence(turn, victim, turn.tables.value(name), "skeleton")
    if victim.code in turn.world.council.members:
        leave(turn, victim, "skeleton")
    if skeleton.major and not turn.expected:
        good = [region for region, one in sorted(victim.reactions.items()) if one != "Hostile"]
        mixed = turn.stream("skeleton regions", victim.code, skeleton.code).shuffled(good)
        for region in mixed[: turn.tables.whole("skeleton.major_regions")]:
            change_reaction(turn, victim, region, -1, "skeleton")


def take_chair_bids(turn: Turn) -> None:
    """210: the highest bidders get the chairs and pay; the others pay nothing. Among equals the higher influence, then the lot,
    which is the order of processing (AC-11-21, ruling 56)."""
    bids = [one for one in gathered(turn, 210) if _may_bid_for_chair(one)]
    bids.sort(key=lambda one: (-(one.order.quantity or 0), -one.kingdom.influence))
    chairs = offered(turn.world)
    for doing in bids:
        bid = doing.order.quantity or 0
        if doing.code in turn.world.council.members:
            doing.fail("Another bid of ours has won; a king never holds two chairs.")
        elif not chairs:
            doing.done("outbid")
        elif pay(doing, bid):
            chairs -= 1
            join(turn, doing.kingdom)
            doing.done("a chair, unless others bid more" if turn.expected else "the highest bid; we have a chair", bid)


def bid_is_enough(doing: Doing) -> bool:
    """True for a bid of at least the minimum that can be paid; False after a failure (AC-11-09)."""
    least, bid = doing.tables.whole("council.minimum_bid"), doing.order.quantity or 0
    if bid < least:
        return doing.fail(f"The lowest bid is {least}.")
    if bid > doing.kingdom.gold:
        return doing.fail(f"The bid is {bid:,} gold; there are {doing.kingdom.gold:,} when it runs.", code="NO MEANS")
    return True


def _may_bid_for_chair(doing: Doing) -> bool:
    if doing.code in doing.world.council.members:
        return doing.fail("We have a chair of the High Council already.")
    if barred(doing.world, doing.code):
        return doing.fail("We lost our chair in the turn before; we may bid again next turn.")
    if not vacant(doing.world):
        return doing.fail("No chair of the High Council is empty.", "A member may sell his with 411; you buy it with 412.")
    return bid_is_enough(doing)


def _price_agreed(seller: Command, buyer: Command) -> bool:
    return (buyer.quantity or 0) >= (seller.quantity or 0)


def _mirrored(order: Command, code: str) -> Command:
    return Command(823 - order.number, kingdom=code, quantity=order.quantity)


def _change_hands(seller: Doing, buyer: Doing) -> bool:
    """The nomination to the High Council: at once, for what the buyer offered (AC-11-24)."""
    turn, members, price = seller.turn, seller.world.council.members, buyer.order.quantity or 0
    if seller.code not in members:
        buyer.unsure(f"{seller.code} has no chair of the High Council.")
        return seller.fail("We have no chair of the High Council to sell.")
    if buyer.code in members:
        seller.fail(f"{buyer.code} has a chair already.")
        return buyer.fail("We have a chair already; a king never holds two.")
    if not pay(buyer, price, heading=TRADE):
        return seller.fail(f"{buyer.code} could not pay.")
    book(turn, seller.kingdom, TRADE, gold=price)
    leave(turn, seller.kingdom, "sale")
    join(turn, buyer.kingdom)
    seller.tell("chair-sold", buyer.code, seller=seller.code, buyer=buyer.code, gold=price)
    seller.done(f"chair sold to {buyer.code}")
    return buyer.done(f"chair of {seller.code} bought", price)


CHAIRS = Pair(411, 412, _price_agreed, _mirrored, _change_hands, enemies=True)


COMMEND, ENDORSE, FOOD, GOLD, EXPEL = 1, 2, 3, 4, 5
"""The types of issues (AC-11-03..07)."""
KINDS = {"C": "City", "T": "Town", "V": "Village"}


# --- votes (400) ----------------------------------------------------------------------------------------------------------


def vote(turn: Turn) -> None:
    """400: the members vote on the issue named in the turn before; more yeas than nays pass it (AC-11-28)."""
    council = turn.world.council
    votes: dict[str, str] = {}
    for doing in sorted(gathered(turn, 400), key=lambda one: (one.issued.line == 0, one.issued.line)):
        if doing.code not in council.members:
            doing.fail("We have no chair of the High Council.")
        elif council.issue is None:
            doing.fail("No issue is before the High Council this turn.", "One is named by order 410 and voted on next turn.")
        elif doing.code in votes:
            doing.fail("We have a vote already: of a letter the first counts, and a standing order last.")
        else:
            votes[doing.code] = doing.order.code
            doing.done("counted")
    issue, council.issue = council.issue, None
    if issue is None or turn.expected:
        return
    if not possible(turn.world, issue):
        turn.tell_all("issue-void", **_words(issue))
        return
    said = list(votes.values())
    passed = said.count("Y") > said.count("N")
    ballot = {code: votes.get(code, "A") for code in council.members} if issue.open else {}
    turn.tell_all("issue-decided", **_words(issue), passed=passed, votes=ballot)
    if passed:
        _EFFECTS[issue.type](turn, issue)


def possible(world: World, issue: Issue) -> bool:
    """False for an issue whose king no longer plays, or for the expulsion of one who is no member."""
    if issue.type in (FOOD, GOLD):
        return True
    code = issue.details[-1] if issue.type == EXPEL else issue.details[1]
    return world.kingdoms[code].active and (issue.type != EXPEL or code in world.council.members)


def _words(issue: Issue) -> dict[str, object]:
    """An issue as it is told: the king, the region, the kind of center, whether up or down."""
    details = [*issue.details, "", "", ""]
    data: dict[str, object] = {"type": issue.type, "open": issue.open, "kingdom": "", "region": 0, "centers": "", "up": False}
    if issue.type in (COMMEND, ENDORSE):
        data |= {"up": details[0] == "R", "kingdom": details[1], "region": int(details[2] or 0)}
    elif issue.type == EXPEL:
        data["kingdom"] = details[0]
    else:
        data["centers"] = KINDS[details[0]]
    return data


def _commend(turn: Turn, issue: Issue) -> None:
    by = turn.tables.value("council.influence")
    change_influence(turn, turn.kingdom(issue.details[1]), by if issue.details[0] == "R" else -by, "High Council")


def _endorse(turn: Turn, issue: Issue) -> None:
    by = turn.tables.whole("council.reaction")
    kingdom, region = turn.kingdom(issue.details[1]), int(issue.details[2])
    change_reaction(turn, kingdom, region, by if issue.details[0] == "R" else -by, "High Council")


def _produce(turn: Turn, issue: Issue) -> None:
    """All centers of the kind, for good; food may become negative, gold not (ruling 58)."""
    by = turn.tables.whole("council.production") * (1 if issue.type == FOOD else -1)
    for center in turn.world.centers.values():
        if center.type == KINDS[issue.details[0]]:
            center.food += by
            center.gold = max(center.gold - by, 0)


def _expel(turn: Turn, issue: Issue) -> None:
    leave(turn, turn.kingdom(issue.details[0]), "vote")


_EFFECTS: Mapping[int, Callable[[Turn, Issue], None]] = {
    COMMEND: _commend,
    ENDORSE: _endorse,
    FOOD: _produce,
    GOLD: _produce,
    EXPEL: _expel,
}


# --- bids (410) -----------------------------------------------------------------------------------------------------------


def take_issue_bids(turn: Turn) -> None:
    """410: the highest bidder pays and names the issue that is voted on next turn; the others pay nothing (AC-11-10..13). Among
    equals the higher influence, then the lot, which is the order of processing (ruling 56)."""
    bids = [one for one in gathered(turn, 410) if _may_bid_for_issue(one)]
    bids.sort(key=lambda one: (-(one.order.quantity or 0), -one.kingdom.influence))
    for doing in bids:
        order, bid = doing.order, doing.order.quantity or 0
        if turn.world.council.issue is not None:
            doing.done("outbid")
        elif pay(doing, bid):
            open_ballot = (order.code if order.issue == EXPEL else order.second_code) == "O"
            turn.world.council.issue = Issue(order.issue or 0, _details(doing), open_ballot)
            turn.tell_all("issue-named", **_words(turn.world.council.issue))
            won = "our issue is voted on next turn"
            doing.done(f"{won}, unless others bid more" if turn.expected else f"the highest bid; {won}", bid)


def _details(doing: Doing) -> list[str]:
    order = doing.order
    if order.issue == EXPEL:
        return [order.kingdom]
    if order.issue == ENDORSE:
        return [order.code, order.kingdom, str(order.region)]
    return [order.code, order.kingdom] if order.issue == COMMEND else [order.code]


def _may_bid_for_issue(doing: Doing) -> bool:
    order, council, world = doing.order, doing.world.council, doing.world
    if doing.code not in council.members:
        return doing.fail("Only members of the High Council name issues.", "A chair is won with 210 or bought with 412.")
    if council.first >= world.turn:
        return doing.fail("The first chair was filled this turn; issues can be named from next turn on.")
    if not bid_is_enough(doing):
        return False
    if order.issue in (COMMEND, ENDORSE, EXPEL):
        if order.kingdom not in world.kingdoms or not world.kingdoms[order.kingdom].active:
            return doing.fail(
                f"There is no kingdom {order.kingdom} in this game.", f"Codes: {' '.join(sorted(world.kingdoms))}."
            )
        if order.issue == ENDORSE and order.region not in doing.tables.regions:
            return doing.fail(f"Regions run from 1 to {max(doing.tables.regions)}.")
        if order.issue == EXPEL and order.kingdom not in council.members:
            return doing.unsure(f"{order.kingdom} is no member of the High Council.", f"Members: {' '.join(council.members)}.")
    return True
