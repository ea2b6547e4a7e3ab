"""One declaration an order kind serves three shapes: codes without blanks, numbered columns, and words with blocks inside."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import pytest

from postern.game.kit.orders.grammar import Grammar
from postern.game.kit.orders.kinds import ArgumentType, OrderKind, Refusal, Saying, Types, form
from postern.game.kit.orders.sheets import MOST_DEEP, Given, Head, Layout, Said, read
from postern.game.orders import OrderSheet


def word(pattern: str, *examples: str) -> ArgumentType[str]:
    """An argument that stays text."""
    compiled = re.compile(pattern)
    return ArgumentType(pattern, str, lambda value: value if compiled.fullmatch(value) else None, examples)


def number(pattern: str, *examples: str) -> ArgumentType[int]:
    return ArgumentType(pattern, int, lambda value: None if value is None else str(value), examples)


def codes(sheet: OrderSheet) -> list[str]:
    assert [problem.why for problem in sheet.problems] == []
    return [order.code for order in sheet.orders]


def given(sheet: OrderSheet) -> Sequence[Given]:
    return [order.data for order in sheet.orders]


# --- codes without blanks -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class March:
    leader: int
    path: tuple[str, ...]
    forced: bool = False


@dataclass(frozen=True)
class Build:
    place: str
    points: int


@dataclass(frozen=True)
class Hand:
    leader: int
    troops: int | None
    to: int | None


@dataclass(frozen=True)
class Ally:
    player: str


def _place(text: str) -> str | Refusal:
    return text if int(text[1:]) <= 19 else Refusal("NO SUCH PROVINCE", f"There is no province {text}.", "Rows end at 19.")


_PLACE = r"[A-S][1-9][0-9]?(?![0-9])"
CODE_TYPES: Types = {
    "nn": number("[0-9]{1,3}(?![0-9])", "13", "7"),
    "mm": number("[0-9]{1,3}(?![0-9])", "14"),
    "p1": ArgumentType(_PLACE, _place, str, ("B4", "L14")),
    "p1p2...": ArgumentType(f"(?:{_PLACE})+", lambda text: tuple(re.findall(_PLACE, text)), "".join, ("B4", "B4B5")),
    "qq": ArgumentType(
        "#|[0-9]{1,3}(?![0-9])",
        lambda text: None if text == "#" else int(text),
        lambda value: "#" if value is None else str(value),
        ("5", "#"),
    ),
    "player": word("[A-Z]{2,6}", "KING"),
}


def _no_points(place: str) -> Refusal:
    return Refusal("NOT UNDERSTOOD", "Building needs a number.", "For four:", f"G{place}BC4")


def _is_met(order: Ally, met: frozenset[str]) -> Refusal | None:
    return None if order.player in met else Refusal("NOT MET", f"You have not met {order.player}.")


MET = frozenset({"KING"})
CODES = Grammar(
    (
        OrderKind(
            "march",
            March,
            (
                form("L<leader:nn>M<path:p1p2...>", "leader nn marches", words="L{leader} goes to {path}", forced=False),
                form("L<leader:nn>F<path:p1p2...>", "leader nn force marches", name="force march", forced=True),
            ),
            words=lambda order, view: f"L{order.leader} hurries",
        ),
        OrderKind(
            "gift of troops",
            Hand,
            (
                form("L<leader:nn>T<troops:qq>TL<to:mm>", "troops to another leader"),
                form("L<leader:nn>T<troops:qq>TG", "troops to the garrison", to=None),
            ),
        ),
        OrderKind(
            "citadel",
            Build,
            (form("G<place:p1>BC<points:nn>", "citadel points in p1"),),
            near=(Saying("G<place:p1>BC", _no_points),),
            said=(Saying("(?:BUILD|RAISE) <points:nn> POINTS? IN <place:p1>"),),
        ),
        OrderKind("alliance", Ally, (form("A=<player>", "that player is your ally"),), check=_is_met),
    ),
    CODE_TYPES,
)
CODE_LINES = Layout(
    lambda raw: raw.partition("//")[0].upper().strip(),
    between=r"[ ,;]+",
    told=lambda name, value, view: [(name, " and ".join(value) if isinstance(value, tuple) else value)],
)


def test_codes_stand_side_by_side_on_a_line() -> None:
    sheet = read(CODES, CODE_LINES, "l13mb4b5 GB2BC4, A=KING // as agreed\n\nL7T#TL14\nL7T5TG", MET)
    assert codes(sheet) == ["L13MB4B5", "GB2BC4", "A=KING", "L7T#TL14", "L7T5TG"]
    assert [one.order for one in given(sheet)] == [
        March(13, ("B4", "B5")),
        Build("B2", 4),
        Ally("KING"),
        Hand(7, None, 14),
        Hand(7, 5, None),
    ]
    assert [order.line for order in sheet.orders] == [1, 1, 1, 3, 4]


def test_a_value_that_cannot_be_and_a_code_that_lacks_something_are_answered() -> None:
    sheet = read(CODES, CODE_LINES, "GB77BC4\nGB2BC", None)
    assert [(problem.line, problem.code) for problem in sheet.problems] == [(1, "NO SUCH PROVINCE"), (2, "NOT UNDERSTOOD")]
    assert sheet.problems[1].paste == "GB2BC4"


def test_what_a_seat_may_not_do_is_refused_beside_what_it_may() -> None:
    sheet = read(CODES, CODE_LINES, "A=LORD L13MB4", MET)
    assert [order.code for order in sheet.orders] == ["L13MB4"]
    assert [(problem.code, problem.text) for problem in sheet.problems] == [("NOT MET", "A=LORD")]


def test_a_form_is_shown_as_it_is_written_and_plain_words_make_the_same_order() -> None:
    assert [one.shown for _, one in CODES.forms] == [
        *("LnnMp1p2...", "LnnFp1p2...", "LnnTqqTLmm", "LnnTqqTG", "Gp1BCnn", "A=player"),
    ]
    found = CODES.said("RAISE 3 POINTS IN B4")
    assert found is not None
    assert CODES.code_of(found.order) == "GB4BC3"
    assert found.texts == {"points": "3", "place": "B4"}


def test_an_order_is_read_back_by_its_form_or_its_kind_and_without_words_by_its_code() -> None:
    sheet = read(CODES, CODE_LINES, "L13MB4B5 L13FB4 A=KING", MET)
    assert [order.words for order in sheet.orders] == ["L13 goes to B4 and B5", "L13 hurries", "A=KING"]


def test_the_kind_of_an_order_is_found_by_what_its_forms_fix() -> None:
    assert CODES.name_of(March(13, ("B4",), forced=True)) == "force march"
    assert CODES.kind_of(March(13, ("B4",), forced=True)).name == "march"
    with pytest.raises(ValueError, match="no form writes"):
        CODES.code_of(Ally("longer than a name"))


def test_a_second_form_that_collides_with_a_first_is_told() -> None:
    assert CODES.collisions() == []
    twice = Grammar((*CODES.kinds, OrderKind("retreat", March, (form("L<leader:nn>M<path:p1>", "back"),))), CODE_TYPES)
    assert any("LnnMp1" in told for told in twice.collisions())
    mute = Grammar((OrderKind("ally", Ally, (form("a=<player>", "in small letters"),)),), CODE_TYPES)
    assert mute.collisions() == []  # its example is read as it is written
    wrong = Grammar((OrderKind("build", Build, (form("G<place:p1><points:nn>", ""),)),), CODE_TYPES)
    assert "GB413 is not read as Gp1nn of build" in wrong.collisions()


# --- numbered columns -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Attack:
    group: str
    enemy: str
    tactic: str | None


@dataclass(frozen=True)
class Assault:
    group: str
    tactic: str | None


@dataclass(frozen=True)
class Trade:
    kingdom: str
    given: int
    wanted: int


@dataclass(frozen=True)
class Gift:
    kingdom: str
    gold: int | None = None
    food: int | None = None


@dataclass(frozen=True)
class Bid:
    gold: int
    issue: int
    code: str | None
    kingdom: str | None
    region: str | None
    ballot: str


@dataclass(frozen=True)
class LandMove:
    group: str
    areas: tuple[str, ...]


@dataclass(frozen=True)
class Split:
    group: str
    new: str
    brigade: str | None = None
    many: int | None = None
    leader: str | None = None
    wizard: str | None = None


@dataclass(frozen=True)
class HireAgent:
    agent: str
    area: str


@dataclass(frozen=True)
class Claim:
    pass


@dataclass(frozen=True)
class Standing:
    order: object


def _amount(text: str) -> int:
    return int(re.sub("[.,+]", "", text.removesuffix("K"))) * (1000 if text.endswith("K") else 1)


def _inner(text: str) -> object:
    found = COLUMNS.find(text)
    return found.order if found is not None else Refusal("NOT UNDERSTOOD", f"{text} is no order that could stand.")


COLUMN_TYPES: Types = {
    "GRP": word("[0-9][A-Z]{2}", "1DA", "4WE"),
    "FGRP": word("[0-9][A-Z]{2}", "3EL"),
    "TAC": word("[1-3]", "2"),
    "KGD": word("[A-Z]{2}", "EL"),
    "REG": word("[0-9]{1,2}", "10"),
    "AREA": word("[A-Z]{2}", "AB", "KZ"),
    "BRG": word("[A-Z]{2}", "DA"),
    "FIG": word("[A-Z]{2}", "HA"),
    "NAME": word("[A-Z_]{4,16}", "SILENT_ROSE"),
    "CODE": word("[A-Z]", "R"),
    "BALLOT": word("[OS]", "O"),
    "ISSUE": number("[1-5]", "1"),
    "QTY": ArgumentType(r"[0-9][0-9.,]*[0-9]K?\+?|[0-9]K?", _amount, str, ("8000", "46,000", "46K")),
    "ORDER": ArgumentType(".+", _inner, lambda order: COLUMNS.code_of(order), ("720 1DA AB",)),
}
COLUMNS: Grammar = Grammar(
    (
        OrderKind("Standing", Standing, (form("60 <order:ORDER>", "Repeats that order every turn."),)),
        OrderKind(
            "Attack Group",
            Attack,
            (form("110 <group:GRP> <enemy:FGRP> <tactic:TAC>?", "Fights the named group."),),
            also=("ATTACK GROUP",),
        ),
        OrderKind("Attack Center", Assault, (form("150 <group:GRP> - <tactic:TAC>?", "Assaults the center in the area."),)),
        OrderKind("Trade Food", Trade, (form("201 <kingdom:KGD> <given:QTY> <wanted:QTY>", "Bilateral trade."),)),
        OrderKind("Gift", Gift, (form("215 <kingdom:KGD> <gold:QTY>? <food:QTY>?", "One-sided transfer."),), also=("GIFT",)),
        OrderKind(
            "Bid for Next Issue",
            Bid,
            (
                form(
                    "410 <gold:QTY> <issue:ISSUE> <code:CODE>? <kingdom:KGD>? <region:REG>? <ballot:BALLOT>",
                    "Bids for the right to name the next issue.",
                ),
            ),
        ),
        OrderKind("Hire Agent", HireAgent, (form("510 <agent:NAME> <area:AREA>", "A new agent."),)),
        OrderKind(
            "Land Move",
            LandMove,
            (form("720 <group:GRP> <areas:AREA>...", "Moves the group, area by area."),),
            also=("LAND MOVE",),
        ),
        OrderKind(
            "Split After Move",
            Split,
            (form("743 <group:GRP> <new:GRP> <brigade:BRG>? <many:QTY>? <leader:FIG>? <wizard:FIG>?", "A new group."),),
        ),
        OrderKind("Secret Victory Check", Claim, (form("995", "Claims the Secret Victory."),)),
    ),
    COLUMN_TYPES,
    blank="-",
)


def _column_line(raw: str) -> str:
    line = re.sub(r"\s(?:;|//|#(?![0-9])).*", "", f" {raw}").upper().split()
    if not line or line[0].startswith(">"):
        return ""
    line[0] = re.sub(r"^#?([0-9]+)[.:]?$", r"\1", line[0])
    while line[-1] == "-":
        line.pop()
    return " ".join(line)


COLUMN_LINES = Layout(_column_line)


@pytest.mark.parametrize(
    ("line", "order", "code"),
    [
        ("720 4WE AB AC", LandMove("4WE", ("AB", "AC")), "720 4WE AB AC"),
        ("#720:  1da\tab ac - - -", LandMove("1DA", ("AB", "AC")), "720 1DA AB AC"),
        ("Land Move 4WE AB", LandMove("4WE", ("AB",)), "720 4WE AB"),
        ("110. 1DA 3EL 2  ; at dawn", Attack("1DA", "3EL", "2"), "110 1DA 3EL 2"),
        ("attack group 1DA 3EL", Attack("1DA", "3EL", None), "110 1DA 3EL"),
        ("150 1DA - 3", Assault("1DA", "3"), "150 1DA - 3"),
        ("150 1DA", Assault("1DA", None), "150 1DA"),
        ("201 EL 46,000 15k", Trade("EL", 46000, 15000), "201 EL 46000 15000"),
        ("215 EL - 2.000", Gift("EL", None, 2000), "215 EL - 2000"),
        ("215 EL 5000+", Gift("EL", 5000), "215 EL 5000"),
        ("410 1500 1 R WI O", Bid(1500, 1, "R", "WI", None, "O"), "410 1500 1 R WI - O"),
        ("410 1500 1 - - 10 S", Bid(1500, 1, None, None, "10", "S"), "410 1500 1 - - 10 S"),
        ("510 silent_rose QB", HireAgent("SILENT_ROSE", "QB"), "510 SILENT_ROSE QB"),
        ("743 1DA 3DA - - HA ZO", Split("1DA", "3DA", None, None, "HA", "ZO"), "743 1DA 3DA - - HA ZO"),
        ("995", Claim(), "995"),
        ("60 201 EL 46,000 15k", Standing(Trade("EL", 46000, 15000)), "60 201 EL 46000 15000"),
    ],
)
def test_numbered_columns_are_read_and_written(line: str, order: object, code: str) -> None:
    sheet = read(COLUMNS, COLUMN_LINES, line, None)
    assert codes(sheet) == [code]
    assert given(sheet)[0].order == order
    (again,) = given(read(COLUMNS, COLUMN_LINES, code, None))
    assert again.order == order


def test_surplus_columns_and_slips_are_told_with_the_nearest_form() -> None:
    sheet = read(COLUMNS, COLUMN_LINES, "995 1DA\nLand Moev 1DA AB\n> 720 1DA AB\n60 999 X", None)
    assert not sheet.orders
    assert [(problem.line, problem.why) for problem in sheet.problems] == [
        (1, "995 1DA could not be read as an order."),
        (2, "LAND MOEV 1DA AB could not be read as an order."),
        (4, "999 X is no order that could stand."),
    ]
    (slip,) = read(COLUMNS, COLUMN_LINES, "7200 1DA AB", None).problems
    assert (slip.remedy, slip.paste) == ("Did you mean this?", "720 1DA AB")


def test_columns_do_not_collide_and_the_blank_column_is_shown() -> None:
    assert COLUMNS.collisions() == []
    assert [one.shown for _, one in COLUMNS.forms][2:5] == [
        *("150 GRP - [TAC]", "201 KGD QTY QTY", "215 KGD [QTY] [QTY]"),
    ]


def test_a_blank_is_no_value_of_an_argument_that_is_needed() -> None:
    """An argument whose words are anything gets the blank itself, and says what it makes of it."""
    wait = OrderKind("wait", Attack, (form("WAIT <group:ANY> <enemy:ANY> <tactic:ANY>?", "Waits."),))
    grammar = Grammar((wait,), {"ANY": word("[^ ]+", "1")}, blank="*")
    found = grammar.find("WAIT * 2 *")
    assert found is not None
    assert found.order == Attack("*", "2", None)


# --- words with blocks ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Move:
    positions: tuple[str, ...]


@dataclass(frozen=True)
class Search:
    phases: int | None = None


@dataclass(frozen=True)
class Recruit:
    type: str
    many: str | None = None


@dataclass(frozen=True)
class Tactics:
    tactic: str
    units: tuple[int, ...] = ()


@dataclass(frozen=True)
class Donate:
    goods: tuple[str, ...]
    to: int


@dataclass(frozen=True)
class Embed:
    number: int


@dataclass(frozen=True)
class Repeat:
    times: str | None = None


@dataclass(frozen=True)
class Policy:
    nation: int
    policy: str


@dataclass(frozen=True)
class Alias:
    alias: str
    of: str


@dataclass(frozen=True)
class Autotake:
    state: str
    units: tuple[int, ...] = ()


_POSITION = r"(?:[OU] )?[0-9]{4}D?|[OU]?H|[OU] (?:NE|NW|N|SE|SW|S)|NE|NW|N|SE|SW|S|[0-9]{1,3}D?"
WORD_TYPES: Types = {
    "position": word(_POSITION, "1204", "O 1204D", "NE", "17"),
    "phases": number("[0-9]{1,2}", "3"),
    "point": number("-?[0-9]{1,2}", "2"),
    "type": word("\"[^\"]*\"|'[^']*'|[0-9]+", '"HEAVY CAVALRY"', "4"),
    "many": word(r"[0-9]+|\*", "20", "*"),
    "unit": number(r"[0-9]{1,4}", "17", "18"),
    "nation": number("[0-9]{1,2}", "3"),
    "resource": word(r"(?:GOLD|FOOD|WOOD|IRON|ARMS):[0-9]+|\*", "GOLD:50", "*"),
    "alias": word(r"\$[A-Z]+", "$SCOUT"),
    "id": word(r"[0-9]+|\$[A-Z]+|-", "17", "-"),
}
UNIT, BOTH = "unit", "unit+location"
WORDS = Grammar(
    (
        OrderKind("move", Move, (form("MOVE <positions:position>...", "along the positions"),), UNIT),
        OrderKind("search", Search, (form("SEARCH <phases>?", "the position"),), UNIT),
        OrderKind(
            "recruit",
            Recruit,
            (form("RECRUIT <type> <many>?", "a new unit"),),
            BOTH,
            also=("SUMMON", "ANIMATE", "INITIATE"),
            block=True,
        ),
        OrderKind(
            "tactics",
            Tactics,
            (form("TACTICS <tactic:charge|attack|defend|avoid|flee> <units:unit>...?", "of the force or the units listed"),),
            "unit+nation",
        ),
        OrderKind("donate", Donate, (form("DONATE <goods:resource>... <to:unit>", "resources to another force"),), UNIT),
        OrderKind("embed", Embed, (form("EMBED <number:point>", "orders into that order"),), BOTH, block=True),
        OrderKind("repeat", Repeat, (form("REPEAT <times:many>?", "the inner orders"),), BOTH, block=True),
        OrderKind("policy", Policy, (form("POLICY <nation> <policy:ally|neutral|enemy>", "towards a nation"),), "nation"),
        OrderKind("alias", Alias, (form("ALIAS <alias> <of:id>", "a name for an ID"),), "nation"),
        OrderKind("autotake", Autotake, (form("AUTOTAKE <state:on|off> <units:unit>...?", "takes what lies there"),), UNIT),
    ),
    WORD_TYPES,
)


def _word_line(raw: str) -> str:
    line = raw.partition(";")[0].strip()
    return "" if line.startswith(">") else re.sub(r"\s*:$", ":", " ".join(line.upper().replace(",", " ").split()))


def _word_head(line: str, own: frozenset[int]) -> Head | Refusal | None:
    found = re.fullmatch(r"(NATION )?([0-9]+):?", line)
    if found is None:
        return None
    if found[1]:
        return Head(line.rstrip(":"), "nation")
    if int(found[2]) not in own:
        return Refusal("NOT YOURS", f"{found[2]} is no unit or location of yours.")
    return Head(found[2], "unit")


WORD_LINES = Layout(_word_line, _word_head, opens="ORDERS:", closes=".")
OWN = frozenset({17, 18})


def test_words_are_read_below_their_heads_with_blocks_inside() -> None:
    text = """\
    nation 2
    policy 3 ally      ; at last
    17:
    Recruit "Heavy Cavalry", 20
    ; they go on by themselves
    orders:
      move 1204, NE o 1205d
      repeat *
      orders :
        search 3
        .
      tactics avoid
    .
    donate gold:50 wood:3 18
    18
    move 17"""
    sheet = read(WORDS, WORD_LINES, text, OWN)
    assert codes(sheet) == [
        *("POLICY 3 ALLY", 'RECRUIT "HEAVY CAVALRY" 20', "DONATE GOLD:50 WOOD:3 18", "MOVE 17"),
    ]
    policy, recruit, donate, move = given(sheet)
    assert (policy.head, donate.head, move.head) == (Head("NATION 2", "nation"), Head("17", "unit"), Head("18", "unit"))
    assert [one.order for one in recruit.inner] == [Move(("1204", "NE", "O 1205D")), Repeat("*"), Tactics("AVOID")]
    assert [one.order for one in recruit.inner[1].inner] == [Search(3)]
    assert donate.order == Donate(("GOLD:50", "WOOD:3"), 18)


def test_an_order_that_cannot_be_read_goes_with_its_block_and_an_open_block_is_closed_with_a_note() -> None:
    text = "17\nrecroot\norders:\nsearch\n.\nembed 2\norders:\nsearch 2\n18\nsummon 4\npolicy 3 ally\nsearch\norders:\n."
    sheet = read(WORDS, WORD_LINES, text, OWN)
    assert [order.code for order in sheet.orders] == ["EMBED 2", "RECRUIT 4", "SEARCH"]
    assert [one.order for one in given(sheet)[0].inner] == [Search(2)]
    assert [(problem.line, problem.note) for problem in sheet.problems] == [
        *((2, False), (4, False), (6, True), (11, False), (13, False), (14, False)),
    ]
    assert sheet.problems[1].remedy == "Fix line 2."
    assert sheet.problems[3].why == "policy is for a nation; here a unit is ordered."


def test_a_slip_in_the_first_word_is_mended_and_what_is_not_ones_own_is_refused() -> None:
    sheet = read(WORDS, WORD_LINES, "99\n17\nmvoe 1204 NE\nTactics brave", OWN)
    assert [problem.why for problem in sheet.problems] == [
        "99 is no unit or location of yours.",
        "MVOE 1204 NE could not be read as an order.",
        "TACTICS BRAVE could not be read as an order.",
    ]
    assert sheet.problems[1].paste == "MOVE 1204 NE"
    form = "TACTICS charge|attack|defend|avoid|flee [unit...], as in TACTICS CHARGE 17"
    assert sheet.problems[2].remedy == f"The nearest form is {form} (of the force or the units listed)."


def _judged(said: Said, own: frozenset[int]) -> Iterator[tuple[Refusal, bool]]:
    """Nobody searches in a block; who moves is warned."""
    if said.kind.name == "search" and said.outer:
        yield Refusal("NO", f"No search in a block of {said.head.name}."), False
    if said.kind.name == "move":
        yield Refusal("FAR", f"It is far to {said.texts['positions']}."), True


STRICT = replace(
    WORD_LINES,
    first=Head("NATION", "nation"),
    judge=_judged,
    slip=lambda line: Refusal("SLIP", "Nobody hurries.") if line == "HURRY" else None,
    unread=lambda grammar, line: Refusal("WHAT", f"What is {line}?"),
    strict=True,
)


def test_a_strict_letter_drops_what_stands_below_a_refused_head_or_in_a_block_of_nobody() -> None:
    text = "policy 3 ally\n99\nsearch\norders:\n17\nsearch\norders:\nmove 18\n.\nembed 2\norders:\n.\norders:\nmove 17\n."
    sheet = read(WORDS, STRICT, text, OWN)
    assert [order.code for order in sheet.orders] == ["POLICY 3 ALLY", "SEARCH", "EMBED 2"]
    assert sheet.orders[0].data.head == Head("NATION", "nation")
    assert [(one.line, one.note) for one in sheet.problems if one.code != "FAR"] == [
        *((2, False), (7, False), (8, False), (13, False), (14, False)),
    ]
    refused = sheet.problems[0]
    assert refused.names == (3,)
    assert refused.why.endswith("What stands below it, line 3, was not read.")


def test_what_belongs_to_no_head_is_read_below_a_refused_one() -> None:
    layout = replace(STRICT, headless=lambda kind: kind.name == "policy")
    sheet = read(WORDS, layout, "99\nsearch\nmove 18\npolicy 3 ally\nsearch", OWN)
    assert [order.code for order in sheet.orders] == ["POLICY 3 ALLY"]
    assert sheet.problems[0].names == (2, 3, 5)


def test_orders_are_judged_where_they_stand_and_lines_have_answers_of_their_own() -> None:
    sheet = read(WORDS, STRICT, "17\nsearch\nembed 2\norders:\nsearch\nmove 18\n.\nhurry\nmarch", OWN)
    assert [order.code for order in sheet.orders] == ["SEARCH", "EMBED 2"]
    assert [one.order for one in sheet.orders[1].data.inner] == [Move(("18",))]
    assert [(one.line, one.why, one.note) for one in sheet.problems] == [
        (5, "No search in a block of 17.", False),
        (6, "It is far to 18.", True),
        (8, "Nobody hurries.", False),
        (9, "What is MARCH?", False),
    ]


def test_blocks_stand_inside_of_each_other_so_deep_and_no_deeper() -> None:
    text = "17\n" + "embed 2\norders:\n" * (MOST_DEEP + 3) + "search"
    sheet = read(WORDS, STRICT, text, OWN)
    assert len([one for one in sheet.problems if "blocks can stand inside" in one.why]) == 3
    depth, one = 0, sheet.orders[0].data
    while one.inner:
        depth, one = depth + 1, one.inner[0]
    assert depth == MOST_DEEP


def test_words_do_not_collide_and_their_schema_tells_the_same_forms() -> None:
    assert WORDS.collisions() == []
    forms = WORDS.schema()["anyOf"]
    assert [one["title"] for one in forms][:3] == [
        *("move: MOVE position...", "search: SEARCH [phases]", "recruit: RECRUIT type [many]"),
    ]
    for one in forms:
        assert re.fullmatch(one["pattern"], one["examples"][0])
