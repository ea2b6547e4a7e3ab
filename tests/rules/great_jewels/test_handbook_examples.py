"""Every piece of code in the handbook is what its text says: an order that is read so, a command, a topic, or a printout."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from postern.desk.commands import registry
from postern.desk.settings.rulesets import RULESETS
from postern.game.handbook import Topic
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.knowledge import View, view_of
from postern.rulesets.great_jewels.orders.families import GRAMMAR
from postern.rulesets.great_jewels.orders.moves import COPIES
from postern.rulesets.great_jewels.orders.reading.letter import read
from postern.rulesets.great_jewels.report.answers import check
from postern.rulesets.great_jewels.report.handbook import handbook
from postern.rulesets.great_jewels.tables import rows
from tests.rules.great_jewels.build import land, leader, own, saw

BLOCK, INLINE = re.compile(r"```\n(.*?)```", re.DOTALL), re.compile(r"`([^`\n]+)`")

SAID = {
    "GB4T10TL1": "B4 hands 10 troops to L1",
    "L1MB5": "L1 marches to B5 (clear)",
    "GB4T8TL2": "B4 hands 8 troops to L2",
    "L2MB3B2": "L2 marches to B2 by way of B3 (clear)",
    "GB4R4C4": "B4 raids C4 with 4 troops",
    "GB4BC4": "B4 builds 4 citadel points",
    "L13 m b4 b5": "L13 marches to B5 by way of B4 (clear)",
    "L13MB4B5": "L13 marches to B5 by way of B4 (clear)",
    "L13 moves to B4 B5": "L13 marches to B5 by way of B4 (clear)",
    "L14M*": "L14 marches to B5 by way of B4 (clear)",
    "L13FB4B5B6": "L13 force marches to B6 by way of B4, B5 (clear)",
    "L15FB4B5B6": "L15 force marches to B6 by way of B4, B5 (clear)",
    "L13MM7": "L13 marches to M7 (clear)",
    "L14MM7": "L14 marches to M7 (clear)",
    "L13SK18": "L13 sails to K18",
    "GB2T5TL13": "B2 hands 5 troops to L13",
    "GB2T5TL31": "B2 hands 5 troops to L31",
    "GB2T20ZL31": "B2 hands 20 zorans to L31",
    "L13T#TG": "L13 hands all troops to the garrison of B3",
    "L13T#ZG": "L13 hands all zorans to the garrison of B3",
    "L31T#TG": "L31 hands all troops to the garrison of B2",
    "L31T4TL32": "L31 hands 4 troops to L32",
    "L31T#ZG": "L31 hands all zorans to the garrison of B2",
    "L31T3RL32": "L31 hands 3 rams to L32",
    "L31T2SL32": "L31 hands 2 siege towers to L32",
    "L31E": "L31 accepts siege equipment from others this turn",
    "T16L31": "T16 (DIAMOND STAFF) goes to L31",
    "T16G": "T16 (DIAMOND STAFF) goes to the garrison where it is",
    "T122L31": "T122 (MIND LEECH) goes to L31",
    "GB2R4C3": "B2 raids C3 with 4 troops",
    "GB2R4M7": "B2 raids M7 with 4 troops",
    "L13R2B4": "L13 raids B4 with 2 troops",
    "GB2R1*": "B2 raids every surrounding province with 1 troop each",
    "GB2R#C3": "B2 raids C3 with all its troops",
    "GB2M": "B2 musters the garrisons of your surrounding provinces",
    "L13AL24": "L13 attacks L24 of LORD (4 troops, bonus 0 when last seen)",
    "L13AG": "L13 attacks the garrison of B3",
    "L13KG": "L13 assaults the garrison of B3",
    "L13KL24": "L13 assaults L24 of LORD (4 troops, bonus 0 when last seen)",
    "L13CL24": "L13 conditionally attacks L24 of LORD (4 troops, bonus 0 when last seen; "
    "only if its owner attacks you there; waylays nobody)",
    "GB2AL24": "B2 attacks L24 of LORD (4 troops, bonus 0 when last seen)",
    "GB2BC4": "B2 builds 4 citadel points",
    "GB2BC+": "B2 builds as many citadel points as possible (every turn until stopped)",
    "GB2BC-": "B2 no longer builds citadel points by itself",
    "GB2BN1": "B2 builds 1 navy",
    "GB3BN1": "B3 builds 1 navy",
    "GB2BD": "B2 builds a road (usable from next turn on)",
    "GB2BR6L31": "B2 builds 6 rams for L31",
    "GB2BS2L31": "B2 builds 2 siege towers for L31",
    "L31XR2": "L31 destroys 2 rams",
    "L31XS#": "L31 destroys all his siege towers",
    "GB2XC8": "B2 destroys 8 citadel points",
    "GB2XN1": "B2 destroys 1 navy",
    "GB2XD": "B2 destroys its road",
    "RB3": "B3 is ravaged (you lose no points; its rates are halved until T/O rolls over)",
    "L13N": "L13 waylays nobody this turn",
    "GB2N": "B2 waylays nobody this turn",
    "ZN": "automatic waylay is off everywhere (until Z)",
    "Z": "automatic waylay is on everywhere",
    "A=LORD": "LORD becomes your ally",
    "N=LORD": "LORD is no longer your ally",
    "L13P": "L13 is at peace from now on",
    "L13Q": "L13 is no longer at peace",
    "L13H": "L13 is hostile this turn (he may capture from an ally)",
    "L13UM7": "L13 tries to unlock the Forbidden City in M7 for your armies",
    "L13UM7=LORD": "L13 tries to unlock the Forbidden City in M7 for you and LORD",
    "L13Y": "L13 buys mercenaries with all the zorans he carries",
    "T1=TL146B3": "T1 (GREAT JEWEL) casts Transport Leader: L146 to B3",
    "T1=BL31": "T1 (GREAT JEWEL) casts Double Bonus on L31",
    "T2=BL31": "T2 (GREAT JEWEL) casts Double Bonus on L31",
    "T3=BL31": "T3 (GREAT JEWEL) casts Double Bonus on L31",
    "T1=PL31": "T1 (GREAT JEWEL) casts Protect Leader on L31",
    "T1=SB3": "T1 (GREAT JEWEL) casts Seal Province on B3",
    "T1=C": "T1 (GREAT JEWEL) casts Blast Citadel where it is",
    "T1=XB3F": "T1 (GREAT JEWEL) casts Change Terrain: B3 becomes forest",
    "T1=LB3": "T1 (GREAT JEWEL) casts Spy on B3",
    "T1=DB3C4": "T1 (GREAT JEWEL) casts Move Drevonyx from B3 to C4",
    "T1=GL5AG[LORD]": "T1 (GREAT JEWEL) casts Geas on LORD: L5AG",
    "T99=GL13MB4[LORD]": "T99 (THE ONE RING) casts Geas on LORD: L13MB4",
    "T133=GL13MB4[LORD]": "T133 (STONE OF GEASING) casts Geas on LORD: L13MB4",
    "T134=TL146B3": "T134 (STONE OF TRANSPORTING) casts Transport Leader: L146 to B3",
    "T135=PL13": "T135 (STONE OF PROTECTION) casts Protect Leader on L13",
    "T136=LB3": "T136 (STONE OF SPYING) casts Spy on B3",
    "T137=SB3": "T137 (STONE OF SEALING) casts Seal Province on B3",
    "T138=C": "T138 (STONE OF BLASTING) casts Blast Citadel where it is",
    "T139=XB3F": "T139 (STONE OF CHANGING) casts Change Terrain: B3 becomes forest",
    "T140=DB3C4": "T140 (STONE OF SUMMONING) casts Move Drevonyx from B3 to C4",
    "T141=BL13": "T141 (STONE OF DOUBLING) casts Double Bonus on L13",
    "T141=BL31": "T141 (STONE OF DOUBLING) casts Double Bonus on L31",
    "T45=M7": "T45 (PALANTIR) looks at M7",
    "T46=M7": "T46 (PALANTIR) looks at M7",
    "T47=M7": "T47 (PALANTIR) looks at M7",
    "T78=M7": "T78 (MAGIC CARPET) carries its holder to M7",
    "T92=L31": "T92 (BANISH LEADER) banishes L31",
    "T94=R": "T94 (WARLORD'S CURSE) ravages the province where it is",
    "T108=LORD": "T108 (CAESAR'S CENSUS) counts what LORD possesses (and goes to him then)",
    "T114=B2": "T114 (ELECTRONIC FUNDS TRANSFER) brings the zorans of B2 to its garrison",
    "T116=49": "T116 (CHAMELEON) takes the look of T49 (SWORD OF DOOM)",
    "T120=LORD": "T120 (DOUBLE AGENT) names the allies of LORD (and goes to him then)",
    "T124=L31": "T124 (FIELD ARTILLERY) fires at L31",
    "T124=GB3": "T124 (FIELD ARTILLERY) fires at the garrison of B3",
    "T127=20": "T127 (PENNY SLAVER) sells 20 of its garrison's troops for 60 zorans",
    "T131=49": "T131 (CRYSTAL BALL) looks for T49 (SWORD OF DOOM)",
    "T132=B3": "T132 (CATAPULTS) bombards the citadel of B3",
    "T142=+": "T142 (THE FAT LADY SINGS) tries to make the game one turn longer",
    "T142=-": "T142 (THE FAT LADY SINGS) tries to make the game one turn shorter",
    "T146=50": "T146 (HEAD HUNTER) spends 50 zorans for a new leader (50 percent)",
}
FIRST_TURN = {"E=25": "you would like the game to end on turn 25", "TYPE=RILRIS": "you play RILRIS"}
SHOWN = {
    *{"D=LORD", "#", "//", ">", "L13", "GB2", "T45", "nn", "mm", "p1", "p2", "qq"},
    *{"n", "pr", "ppp", "ldr", "nnn", "zzz", "pppppp"},
    *{"L1=0+3", "L10->C2", "SEA", "AIR", "TUN=F7", "TUN=MERC", "DREVONYX=12", "M7[SILVER]"},
    *{"[-----]", "[-DRAGON-]", "[MERC]", "[LOTU]", "[SILVER]"},
}
"""What no player writes as an order: parts of orders, and what stands in a report."""


def seen(turn: int) -> View:
    world = land(turn, ORLA="QUNTAG", LORD="AZONI", KNIGHT="SLENTH")
    for province in ("B2", "B3", "B4", "C1", "E5"):
        own(world, province, "ORLA", garrison=30, zorans=200, navies=1, csps=8)
    for number, province in {1: "B4", 2: "B4", 13: "B3", 14: "B3", 15: "B3", 31: "B2", 32: "B2", 146: "E5"}.items():
        leader(world, number, "ORLA", province, troops=30, bonus=3, zorans=20, rams=4, towers=4)
    leader(world, 24, "LORD", "B3", troops=4)
    world.players["ORLA"].met.append("LORD")
    saw(world, "ORLA", "B2", "B3", "B4", "C1", "E5")
    return view_of(world, "ORLA")


LATER, FIRST = seen(5), seen(1)


def examples(topic: Topic) -> Iterator[str]:
    """Each example of a topic: the lines of its blocks without the remarks behind them, and what is marked as code."""
    for block in BLOCK.findall(topic.body):
        yield from (line.split("  ")[0].strip() for line in block.splitlines())
    yield from INLINE.findall(BLOCK.sub("", topic.body))


def words(text: str, view: View) -> list[str]:
    sheet = read(text, view)
    assert [problem.why for problem in sheet.problems if not problem.note] == [], text
    return [order.words for order in sheet.orders]


def is_wish(example: str) -> bool:
    """A wish of a JOIN letter, in a game that has all options."""
    signup, problems = RULESET.signup(f"NAME=ORLA\n{example}", (), {"teams": 2})
    return signup is not None and bool(signup.wishes) and not problems


def is_printed(text: str) -> bool:
    """True for a flag, and for the code of a province or a leader; test_printout proves that they look so."""
    return text in {row["flag"] for row in rows("flags")} or re.match(r"[BL]\d+\[[A-Z]+\]", text) is not None


FORMS = [form.shown for _, form in GRAMMAR.forms] + [shown for shown, _ in COPIES]


def is_form(text: str) -> bool:
    return text in FORMS


BOOK = handbook()
EVERY = [(one, code) for topic in (*BOOK.topics, *BOOK.entries) for one in {topic, topic.brief} for code in examples(one)]


@pytest.mark.parametrize("example", sorted({example for topic, example in EVERY if topic.name != "messages"}))
def test_every_example_is_read_as_the_handbook_says(example: str) -> None:
    if example in FIRST_TURN:
        assert words(example, FIRST) == [FIRST_TURN[example]]
    elif example.endswith("M*") and not example.startswith("Lnn"):
        assert words(f"L13MB4B5\n{example}", LATER)[1:] == [SAID[example]]
    elif example in SAID:
        assert words(example, LATER) == [SAID[example]]
    elif example.startswith("HELP "):
        topic = example.removeprefix("HELP ")
        assert handbook().find(topic) is not None or registry.find(topic) is not None
    else:
        known = example in SHOWN or is_printed(example) or is_form(example) or is_wish(example)
        assert known or registry.find(example) is not None


def test_no_reading_is_left_of_an_example_that_is_gone() -> None:
    assert {*SAID, *FIRST_TURN, *SHOWN} <= {example for _, example in EVERY}


PLACES = {
    "Lnn": "L13",
    "Gp1": "GB2",
    "Rp1": "RB3",
    "Up1": "UM7",
    "Sp1": "SK18",
    "p1p2...": "B4B5",
    "Tnn=": "T45=",
    "Tnn": "T16",
    "qq": "4",
    "TLmmmpr": "TL146B3",
    "mm": "31",
    "pr1pr2": "B3C4",
    "XprT": "XB3F",
    "Gorder": "GL5AG",
    "=order": "=M7",
    "PLAYER": "LORD",
    "player": "LORD",
    "pppppp": "LORD",
    "ppp": "B4",
    "pr": "M7",
    "p1": "B4",
    "p2": "C3",
    "ldr": "31",
    "nnn": "49",
    "zzz": "50",
}
"""What stands for what in the forms of the book, in the order in which it is put in."""
STONE = {"G": 133, "T": 134, "P": 135, "L": 136, "S": 137, "C": 138, "X": 139, "D": 140, "B": 141}


def filled(form: str) -> str:
    for place, example in PLACES.items():
        form = form.replace(place, example)
    return form


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_the_list_is_read(form: str) -> None:
    """Filled in as the chapter says, one order and nothing to mend; a spell with the Great Jewel and with its Lesser Stone."""
    if form.startswith("D="):
        assert words(f"{filled(form)}\nHello.", LATER)
    elif form.endswith(("M*", "F*")):
        assert len(words(f"{filled(form).replace('L13', 'L14').replace('*', 'B4B5')}\n{filled(form)}", LATER)) == 2
    elif form.startswith("Tn="):
        for number in (1, STONE[form[3]]):
            assert len(words(filled(form).replace("Tn=", f"T{number}="), LATER)) == 1
    elif form in ("E=nn", "TYPE=name"):
        assert len(words({"E=nn": "E=25", "TYPE=name": "TYPE=AZONI"}[form], FIRST)) == 1
    else:
        assert len(words(filled(form), LATER)) == 1


def test_the_example_of_a_message_is_one() -> None:
    topic = handbook().find("messages")
    assert topic is not None
    (block,) = BLOCK.findall(topic.body)
    sheet = read(block, LATER)
    assert not sheet.problems
    (message,) = sheet.orders
    assert message.data.to == "LORD"
    assert message.data.lines == ("Let us share the mountains. You take D6, I take D7.",)
    for example in ("D=*", "D=LORD", "D=LORD(ANON)", "D=*(ANON)"):
        assert example in examples(topic)
        (message,) = read(f"{example}\nHello.", LATER).orders
        assert message.data.anonymous == ("ANON" in example)


def test_the_first_turn_that_newcomers_read_can_be_sent_as_it_stands() -> None:
    """Word for word, with the remarks behind the orders, by the player of B4 with 50 troops, 50 zorans and leaders 1 to 6."""
    world = land(1, ORLA="QUNTAG", LORD="AZONI")
    own(world, "B4", "ORLA", garrison=50, csps=10, zorans=50)
    for number in range(1, 7):
        leader(world, number, "ORLA", "B4", bonus=3)
    view = view_of(world, "ORLA")
    topic = handbook().find("start")
    assert topic is not None
    (block,) = BLOCK.findall(topic.body)
    sheet = read(block, view)
    assert [order.code for order in sheet.orders] == [line.split()[0] for line in block.splitlines()]
    verdict = check(sheet, view)
    assert not verdict.problems
    assert len(verdict.accepted) == len(sheet.orders)


def test_every_help_that_is_named_anywhere_is_there() -> None:
    """In topics, commands, letters, problems, and what is read before a first letter; other games have books of their own.
    A unit and a leader of one's own stand for what no book has."""
    own = {"word", "3103", "L5"}
    book, root = handbook(), Path(__file__).parents[3]
    sources = [*root.glob("src/postern/**/*.py"), *root.glob("src/postern/**/*.md"), *root.glob("src/postern/**/*.csv")]
    sources += [*root.glob("templates/**/*.j2"), *root.glob("docs/**/*.md"), root / "README.md"]
    others = {folder.name for folder in (root / "src/postern/rulesets").iterdir()} | set(RULESETS)
    others -= {"great_jewels"}
    text = "\n".join(
        source.read_text(encoding="utf-8") for source in sources if not others & set(source.relative_to(root).parts)
    )
    named = set(re.findall(r"`HELP ([a-zA-Z0-9]+(?: [a-z0-9]+)*)`|HELP ([A-Z]{3,}|T\d+)\b|[Ss]ee HELP ([a-z]+)", text))
    words = {word for found in named for word in found if word}
    assert len(words) > 20
    assert [word for word in sorted(words) if word not in own and not book.find(word) and not registry.find(word)] == []


@pytest.mark.parametrize("topic", [topic for topic in handbook().topics if "```" in topic.body], ids=lambda topic: topic.name)
def test_an_example_can_be_copied_with_the_remarks_behind_it(topic: Topic) -> None:
    view = FIRST if topic.name == "start" else LATER
    for block in BLOCK.findall(topic.body):
        sheet = read(block, view)
        assert [problem.why for problem in sheet.problems if not problem.note] == []
        assert len(sheet.orders) == (1 if topic.name == "messages" else len(block.splitlines()))
