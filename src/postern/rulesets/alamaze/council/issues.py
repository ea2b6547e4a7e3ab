"""The issue before the High Council: votes on it (order 400), and bids for the right to name the next (410; AC-11-02..17)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from postern.rulesets.alamaze.council.chairs import bid_is_enough
from postern.rulesets.alamaze.council.members import leave
from postern.rulesets.alamaze.influence import change_influence
from postern.rulesets.alamaze.regions import change_reaction
from postern.rulesets.alamaze.treasury import pay
from postern.rulesets.alamaze.turn import Doing, Turn, gathered
from postern.rulesets.alamaze.world import Issue, World

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


def take_bids(turn: Turn) -> None:
    """410: the highest bidder pays and names the issue that is voted on next turn; the others pay nothing (AC-11-10..13). Among
    equals the higher influence, then the lot, which is the order of processing (ruling 56)."""
    bids = [one for one in gathered(turn, 410) if _may_bid(one)]
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


def _may_bid(doing: Doing) -> bool:
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
