"""A small but whole game for the desk's tests: numbers are guessed, a market pays, fog hides the other purses.

Every seat has a purse. ``GUESS n`` (1 to 9) wins 10 coins when n is the number drawn this turn; ``BUY n`` turns coins
into shares at 2 coins each; ``SAY NAME`` sends the lines up to END to a player. The first with 100 coins wins.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType
from typing import Any

from postern.game.chance import Chance
from postern.game.chart import Area, Chart, Owner, Terrain
from postern.game.events import Deed, Event
from postern.game.handbook import Handbook, Topic
from postern.game.kit.signup import first_come
from postern.game.orders import Order, OrderSheet, Problem, Reading, Verdict
from postern.game.report import Bullets, Column, Letter, Map, Masthead, OrderForm, Report, Section, Table, Text
from postern.game.ruleset import BrokenOrder, Choice, Level, LinePart, Outcome, Ruleset, Signup, Standing, Uncovered

PRICE = 2
PRIZE = 10
GOAL = 100
_MARKET = "Write `BUY 3` to buy three shares at 2 coins each.\n"
_FEES = "The market takes no fees.\n"
CAREFUL = "GUESS 5"
"""What a computer player orders in the stead of a person."""


@dataclass(frozen=True)
class ToyWorld:
    turn: int
    coins: dict[str, int]
    shares: dict[str, int]
    goal: int
    colours: dict[str, str]


@dataclass(frozen=True)
class ToyView:
    seat: str
    turn: int
    coins: int
    shares: int
    others: tuple[str, ...]


def _ends(line: str) -> bool:
    return line.strip().upper() == "END"


class Toy:
    slug = "toy"
    title = "The Market of Guesses"
    min_seats = 1
    max_seats = 12
    account: tuple[str, ...] = ("happened",)
    usable: tuple[str, ...] = ("guess", "buy", "say")
    unused: Mapping[str, str] = MappingProxyType({"say": "Nobody is there to listen."})
    excess: tuple[str, ...] = ("late guess",)

    def terms(self, options: Mapping[str, Any], seats: int) -> tuple[str, ...]:
        goal = options.get("goal", GOAL)
        return () if goal == GOAL else (f"The first to have {goal} coins wins.",)

    def signup(
        self, text: str, taken: Sequence[str], options: Mapping[str, Any] = MappingProxyType({})
    ) -> tuple[Signup | None, list[Problem]]:
        names = re.findall(r"(?im)^\s*NAME\s*=\s*([A-Za-z]+)\s*$", text)
        if not names:
            return None, [Problem("no-name", 0, "A seat needs a name of 2 to 6 letters.", "Write it like this:", "NAME=ANN")]
        name = names[-1].upper()
        if not 2 <= len(name) <= 6:
            return None, [Problem("name-length", 1, f"{name} has {len(name)} letters; 2 to 6 are possible.", "")]
        if name in taken:
            return None, [Problem("taken", 1, f"{name} is taken.", "Choose another name.")]
        wishes = dict(re.findall(r"(?im)^\s*(COLOUR)\s*=\s*([A-Z, ]+?)\s*$", text.upper()))
        return Signup(name, wishes), []

    def signup_choices(self, options: Mapping[str, Any], wishes: Sequence[Mapping[str, str]]) -> Sequence[Choice]:
        colours = {"RED": "", "BLUE": "", "GREEN": ""}
        return (Choice("COLOUR", colours, "without it you have none", first_come("COLOUR", list(colours), wishes)),)

    def setup(self, options: Mapping[str, Any], seats: Sequence[Signup], chance: Chance) -> ToyWorld:
        stream = chance.stream("purse")
        colours: dict[str, str] = {}
        for seat in seats:
            wished = seat.wishes.get("COLOUR", "").replace(",", " ").split()
            free = [colour for colour in wished if colour not in colours.values()]
            colours |= {seat.name: free[0]} if free else {}
        return ToyWorld(
            1,
            {seat.name: 20 + stream.below(3) for seat in seats},
            {seat.name: 0 for seat in seats},
            int(options.get("goal", GOAL)),
            colours,
        )

    def dump(self, world: ToyWorld) -> bytes:
        return json.dumps(vars(world), sort_keys=True).encode()

    def load(self, data: bytes) -> ToyWorld:
        return ToyWorld(**json.loads(data))

    def schema(self) -> Mapping[str, Any]:
        return {"type": "object"}

    def turn(self, world: ToyWorld) -> int:
        return world.turn

    def active(self, world: ToyWorld) -> tuple[str, ...]:
        return tuple(name for name in world.coins if world.coins[name] > 0)

    def view(self, world: ToyWorld, seat: str) -> ToyView:
        others = tuple(name for name in world.coins if name != seat)
        return ToyView(seat, world.turn, world.coins[seat], world.shares[seat], others)

    def quoted(self, lines: Sequence[str]) -> frozenset[int]:
        inside, found = False, set()
        for index, line in enumerate(lines):
            if inside:
                inside = not _ends(line)
                found.add(index)
            elif re.match(r"(?i)\s*SAY\s+\w+\s*$", line):
                inside = True
        return frozenset(found)

    def begins_order(self, line: str) -> bool:
        return line.split()[:1] in (["GUESS"], ["BUY"], ["SAY"])

    def line_part(self, line: str) -> LinePart:
        return ""

    def read(self, text: str, view: ToyView) -> OrderSheet:
        orders: list[Order] = []
        problems: list[Problem] = []
        lines = text.splitlines()
        quoted = self.quoted(lines)
        for number, line in enumerate(lines, 1):
            stripped = line.strip()
            if number - 1 in quoted or not stripped or stripped.startswith("#") or stripped.upper() == "END":
                continue
            if match := re.fullmatch(r"(?i)guess\s+(\d+)", stripped):
                orders.append(Order(number, line, f"GUESS {match[1]}", f"you guess {match[1]}", ("guess", int(match[1]))))
            elif match := re.fullmatch(r"(?i)buy\s+(\d+)", stripped):
                orders.append(Order(number, line, f"BUY {match[1]}", f"you buy {match[1]} shares", ("buy", int(match[1]))))
            elif match := re.fullmatch(r"(?i)say\s+(\w+)", stripped):
                body = [lines[index] for index in sorted(quoted) if index >= number and not _ends(lines[index])]
                code = f"SAY {match[1].upper()}"
                orders.append(Order(number, line, code, f"a message to {match[1]}", ("say", match[1].upper(), body)))
            elif re.fullmatch(r"(?i)crash", stripped):
                orders.append(Order(number, line, "CRASH", "the rules break", ("crash", 0)))
            elif re.fullmatch(r"(?i)stumble", stripped):
                orders.append(Order(number, line, "STUMBLE", "the rules stumble over this order alone", ("stumble", 0)))
            elif re.fullmatch(r"(?i)burst", stripped):
                raise RuntimeError("the reading breaks")
            else:
                problems.append(
                    Problem("unknown", number, f'"{stripped}" is no order.', "Orders are GUESS n, BUY n.", text=line)
                )
        return OrderSheet(text, tuple(orders), tuple(problems))

    def merge(self, filed: str, new: str, view: ToyView) -> str:
        return new

    def check(self, sheet: OrderSheet, view: ToyView) -> Verdict:
        accepted: list[Reading] = []
        problems = list(sheet.problems)
        coins = view.coins
        for order in sheet.orders:
            if order.data[0] == "guess" and not 1 <= order.data[1] <= 9:
                problems.append(
                    Problem("range", order.line, f"{order.data[1]} is outside 1 to 9.", "", "GUESS 9", text=order.text)
                )
            elif order.data[0] == "buy" and order.data[1] * PRICE > coins:
                why = f"{order.data[1]} shares cost {order.data[1] * PRICE} coins; you have {coins}."
                problems.append(Problem("coins", order.line, why, "Possible now:", f"BUY {coins // PRICE}", text=order.text))
            else:
                coins -= PRICE * order.data[1] if order.data[0] == "buy" else 0
                accepted.append(Reading(order.line, order.code, order.words))
        idle = () if any(order.data[0] == "guess" for order in sheet.orders) else ("your guess of this turn",)
        return Verdict(tuple(accepted), tuple(sorted(problems, key=lambda problem: problem.line)), idle)

    def forecast(self, sheet: OrderSheet, view: ToyView) -> Report:
        spent = sum(order.data[1] * PRICE for order in sheet.orders if order.data[0] == "buy")
        return Report(
            self._masthead(view, "What would follow"),
            (
                Section("orders", "Your orders", (Text(f"These were tried: {len(sheet.orders)}."),)),
                Section("forecast", "Forecast", (Text(f"You would have {view.coins - spent} coins left."),)),
            ),
            kind="forecast",
        )

    def resolve(self, world: ToyWorld, sheets: Mapping[str, OrderSheet], chance: Chance) -> Outcome[ToyWorld]:
        number = chance.turn(world.turn).stream("number").between(1, 9)
        coins, shares = dict(world.coins), dict(world.shares)
        everybody = frozenset(coins)
        events = [Event("drawn", "draw", everybody, {"number": number})]
        broken: list[BrokenOrder] = []
        for seat, sheet in sheets.items():
            view = self.view(world, seat)
            good = {reading.line for reading in self.check(sheet, view).accepted}
            for order in sheet.orders:
                if order.line not in good:
                    continue
                match order.data:
                    case ("guess", guess) if guess == number:
                        coins[seat] += PRIZE
                        events.append(Event("won", "draw", frozenset({seat}), {"coins": PRIZE}))
                    case ("buy", count):
                        coins[seat] -= count * PRICE
                        shares[seat] += count
                        events.append(Event("bought", "market", frozenset({seat}), {"count": count}))
                    case ("say", to, body) if to in coins:
                        events.append(Event("said", "talk", frozenset({to}), {"from": seat, "text": "\n".join(body)}))
                    case ("stumble", _):
                        broken.append(BrokenOrder(seat, order.line, order.code, "RuntimeError: the rules stumble\n"))
                    case ("crash", _):
                        raise RuntimeError("the rules break")
        after = ToyWorld(world.turn + 1, coins, shares, world.goal, world.colours)
        winners = tuple(seat for seat in coins if coins[seat] + PRICE * shares[seat] >= world.goal)
        return Outcome(after, tuple(events), bool(winners), winners, self._table(after), broken=tuple(broken))

    def report(self, view: ToyView, events: Sequence[Event], unread: Sequence[str] = ()) -> Report:
        happened = [Text("A new market opens.")] if not events else []
        letters = []
        for event in events:
            match event.kind:
                case "drawn":
                    happened.append(Text(f"The number was {event.data['number']}."))
                case "won":
                    happened.append(Text(f"You guessed it and won {event.data['coins']} coins.", "good"))
                case "bought":
                    happened.append(Text(f"You bought {event.data['count']} shares."))
                case "said":
                    letters.append(Letter(event.data["from"], event.data["text"]))
        square = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
        chart = Chart(
            "The market",
            (Area("M1", (0.5, 0.5), square, "clear", view.seat),),
            (Terrain("clear", "clear", "clear"),),
            (Owner(view.seat, view.seat, view.seat[0], own=True),),
            turn=view.turn,
        )
        holdings = Table(
            (Column("What"), Column("How many", number=True)), (("coins", str(view.coins)), ("shares", str(view.shares)))
        )
        sections = [
            Section("happened", "What happened", tuple(happened)),
            Section("map", "The map", (Map(chart, sketch="[M1]"),)),
            Section("holdings", "What you hold", (holdings,)),
            Section("form", "Order form", (OrderForm(("# one number from 1 to 9", "GUESS 5")),)),
        ]
        if unread:
            sections.insert(1, Section("unread", "Not understood", (Bullets(tuple(f"`{line}`" for line in unread)),)))
        if letters:
            sections.insert(2, Section("messages", "Messages", tuple(letters)))
        return Report(self._masthead(view, "The market goes on."), tuple(sections), kind="turn" if events else "setup")

    def dated(self, report: Report, due: datetime) -> Report:
        return report

    def public(self, view: ToyView, events: Sequence[Event]) -> Report:
        drawn = [Text(f"The number was {event.data['number']}.") for event in events if event.kind == "drawn"]
        names = Text(f"In the market: {', '.join(sorted((view.seat, *view.others)))}.")
        square = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
        chart = Chart("The market", (Area("M1", (0.5, 0.5), square, "clear"),), (Terrain("clear", "clear", "clear"),), ())
        sections = [Section("happened", "What happened", (*drawn, names))]
        if not events:
            sections.append(Section("map", "The map", (Map(chart),)))
        head = Masthead(
            self.title, f"{self.title}, turn {view.turn}", max(view.turn - 1, 0), "everybody", "The market is open."
        )
        return Report(head, tuple(sections), kind="turn" if events else "setup")

    def plan(self, view: ToyView, chance: Chance, standing_in: bool = False, level: Level = "normal") -> str:
        if level == "easy":
            return "# I only look on"
        if level == "hard":  # shares are worth what they cost, and nobody takes them away
            return "\n".join(f"GUESS {number}" for number in range(1, 10))
        return CAREFUL if standing_in else f"GUESS {chance.turn(view.turn).stream('plan', view.seat).between(1, 9)}"

    def standings(self, view: ToyView) -> tuple[Standing, ...]:
        return (Standing(view.seat, view.coins + PRICE * view.shares, 1),)

    def end_after(self, world: ToyWorld, turn: int) -> ToyWorld:
        if turn > 50:
            raise ValueError("the market closes after 50 turns at the latest.")
        return replace(world, goal=1)

    def uncovered(self, world: ToyWorld) -> Uncovered:
        square = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
        table = self._table(world)
        chart = Chart(
            f"The market after turn {world.turn - 1}",
            (Area("M1", (0.5, 0.5), square, "clear", table[0].seat),),
            (Terrain("clear", "clear", "clear"),),
            tuple(Owner(seat, seat, seat[0]) for seat in world.coins),
            turn=world.turn - 1,
        )
        winners = tuple(one.seat for one in table if one.score >= world.goal)
        starts = {seat: f"stall {number}" for number, seat in enumerate(world.coins, 1)}
        figures = {seat: {"coins": world.coins[seat], "shares": world.shares[seat]} for seat in world.coins}
        words = ("stall", "stalls", "coins")
        return Uncovered(table, dict.fromkeys(world.coins, "Guesser"), chart, winners, starts, figures, words)

    def deeds(self, before: ToyWorld, after: ToyWorld, events: Sequence[Event]) -> tuple[Deed, ...]:
        lucky = [seat for event in events if event.kind == "won" for seat in sorted(event.seen_by)]
        return tuple(Deed("feat", seat, "", "M1", 100, "guessed the number") for seat in lucky)

    def logged(self, sheet: OrderSheet) -> tuple[str, ...]:
        return tuple(order.code for order in sheet.orders if order.data[0] != "say")

    def uses(self, sheet: OrderSheet, view: ToyView) -> tuple[str, ...]:
        found = [order.data[0] for order in sheet.orders if order.data[0] in self.usable]
        return (*found, *("late guess" for kind in found if kind == "guess" and view.turn > 1))

    def called(self, view: ToyView) -> Mapping[str, str]:
        return {f"STALL{seat}": seat for seat in view.others}

    def holdings(self, view: ToyView) -> Sequence[Section]:
        return ()

    def handbook(self) -> Handbook:
        return Handbook(
            self.title,
            (
                Topic(
                    "guess",
                    "Guessing",
                    "Write `GUESS 5` to guess the number of the turn. It wins **10 coins**.",
                    ("guessing", "orders"),
                ),
                Topic(
                    "market",
                    "The market",
                    f"{_MARKET}\n## Fees\n\n{_FEES}",
                    ("buy", "shares"),
                    _MARKET,
                    (Topic("fees", "Fees", _FEES, ("fee",), hint="what it costs"),),
                ),
            ),
        )

    def _masthead(self, view: ToyView, line: str) -> Masthead:
        facts = (("Score", str(view.coins + PRICE * view.shares)),)
        return Masthead(self.title, f"{self.title}, turn {view.turn}", max(view.turn - 1, 0), view.seat, line, facts)

    def _table(self, world: ToyWorld) -> tuple[Standing, ...]:
        scores = {seat: world.coins[seat] + PRICE * world.shares[seat] for seat in world.coins}
        ordered = sorted(scores, key=lambda seat: (-scores[seat], seat))
        return tuple(Standing(seat, scores[seat], rank) for rank, seat in enumerate(ordered, 1))


RULESET: Ruleset[ToyWorld, ToyView] = Toy()
