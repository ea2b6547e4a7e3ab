"""Special orders of talismans, and the spells of the Great Jewels and Lesser Stones (QJ-29-64, QJ-28.2-05 and on)."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from postern.game.kit.orders import Form, OrderKind, Refusal, Saying, example, form
from postern.rulesets.great_jewels.orders.arguments import NOT_UNDERSTOOD, PROVINCE, TYPES, handing
from postern.rulesets.great_jewels.orders.model import GiveTalisman, Letter, QJOrder, Spell, UseTalisman
from postern.rulesets.great_jewels.orders.scene import TERRAIN_NAMES, Scene
from postern.rulesets.great_jewels.talismans.catalogue import CATALOGUE, JEWELS, PALANTIRI, STONES
from postern.rulesets.great_jewels.wording import counted, listed, spoken
from postern.rulesets.great_jewels.world import Force

ONE_RING = 99
ABOUT_TALISMANS = (116, 131)
"""Talismans whose orders name another one."""


# --- spells -----------------------------------------------------------------------------------------------------


def _spell(talisman: int, letter: Letter, **found: Any) -> QJOrder | Refusal:
    only = SPELL_OF_STONE.get(talisman)
    if only and only != letter:
        told = f"T{talisman} ({CATALOGUE[talisman].name})"
        why = f"{told} knows one spell only, {SPELL_NAMES[only]}; you wrote {SPELL_NAMES[letter]}."
        return Refusal("TALISMAN NOT USABLE", why, f"Its form is T{talisman}={SPELL_FORMS[only]}")
    return Spell(talisman, letter, **found)


def _about_leader(name: str, order: Spell, scene: Scene) -> str:
    return f"{name} on {scene.leader(order.leader)}"


def _about_place(name: str, order: Spell, scene: Scene) -> str:
    return f"{name} on {spoken(order.province)}"


def _transport(name: str, order: Spell, scene: Scene) -> str:
    return f"{name}: {scene.leader(order.leader)} to {spoken(order.province)}"


def _blast(name: str, order: Spell, scene: Scene) -> str:
    held = scene.view.talismans.get(order.talisman)
    place = scene.place(Force(leader=held.leader, garrison=held.province)) if held else ""
    own = ", your own province" if place in scene.view.provinces else ""
    return f"{name} where it is{f' (in {spoken(place)}{own})' if place else ''}"


def _terrain(name: str, order: Spell, scene: Scene) -> str:
    return f"{name}: {spoken(order.province)} becomes {TERRAIN_NAMES[order.terrain] if order.terrain else ''}"


def _drevonyx(name: str, order: Spell, scene: Scene) -> str:
    return f"{name} from {spoken(order.province)} to {spoken(order.second)}"


def _geas(name: str, order: Spell, scene: Scene) -> str:
    return f"{name} on {order.player}: {order.order}"


SPELLS: tuple[tuple[Letter, str, str, str, str, Callable[[str, Spell, Scene], str], str], ...] = (
    (
        *("TL", "transport", "Transport Leader", "TL<leader:mmm><province:pr>"),
        *("leader mmm to province pr, not a Forbidden City, not impassable", _transport, "2e"),
    ),
    ("B", "double bonus", "Double Bonus", "B<leader:Lmm>", "doubles the bonus of leader mm", _about_leader, "2e"),
    ("S", "seal", "Seal Province", "S<province:pr>", "no movement into or out of pr this turn", _about_place, "2e"),
    ("P", "protect", "Protect Leader", "P<leader:Lmm>", "leader mm safe from all attacks", _about_leader, "2e"),
    ("C", "blast", "Blast Citadel", "C", "destroys all citadel points in the province of the jewel", _blast, "2e"),
    (
        "X",
        "change terrain",
        "Change Terrain",
        "X<province:pr><terrain:T>",
        "terrain of pr becomes M, F, C or I",
        _terrain,
        "2e",
    ),
    ("L", "spy", "Spy", "L<province:pr>", "probe of pr and its surrounding provinces", _about_place, "15a"),
    (
        *("D", "move Drevonyx", "Move Drevonyx", "D<province:pr1><second:pr2>"),
        *("moves the Drevonyx from pr1 to pr2", _drevonyx, "9b"),
    ),
    ("G", "geas", "Geas", "G<order>[<player:PLAYER>]", "gives an order to a garrison or leader of PLAYER", _geas, "0"),
)
"""Each spell: its letter, how it is counted, its name, what stands behind the =, what it does, its words, its step."""

SPELL_NAMES: dict[Letter, str] = {letter: name for letter, _, name, *_ in SPELLS}
SPELL_FORMS: dict[Letter, str] = {letter: example(text, TYPES) for letter, _, _, text, *_ in SPELLS}
SPELL_OF_STONE: dict[int, Letter] = {STONES[letter]: letter for letter in SPELL_NAMES} | {ONE_RING: "G"}
"""What casts one spell only."""


def _cast(name: str, tell: Callable[[str, Spell, Scene], str], order: Spell, scene: Scene) -> str:
    return f"T{order.talisman} ({CATALOGUE[order.talisman].name}) casts {tell(name, order, scene)}"


_SPELL_KINDS = tuple(
    OrderKind(
        f"spell: {counted_as}",
        _spell,
        (form(f"T<talisman:n>={text}", f"spell {name}: {help}", letter=letter),),
        type=Spell,
        step=step,
        group="spell",
        words=partial(_cast, name, tell),
    )
    for letter, counted_as, name, text, help, tell, step in SPELLS
)


# --- other talismans --------------------------------------------------------------------------------------------


def _use(
    number: int,
    step: str,
    words: Callable[[UseTalisman, Scene], str],
    *forms: Form,
) -> OrderKind:
    """The order of one talisman: the step in which it acts, its words, and its forms without what stands before the =."""

    def told(order: UseTalisman, scene: Scene) -> str:
        return f"T{number} ({CATALOGUE[number].name}) {words(order, scene)}"

    return OrderKind(
        f"T{number}",
        UseTalisman,
        tuple(form(f"T{number}={one.text}", one.help, talisman=number, **one.fixed) for one in forms),
        step=step,
        group="talisman",
        words=told,
    )


def _target(order: UseTalisman, scene: Scene) -> str:
    return f"fires at {f'the garrison of {spoken(order.garrison)}' if order.garrison else scene.leader(order.leader)}"


def _named(order: UseTalisman) -> str:
    return f"T{order.number} ({CATALOGUE[order.number].name})"


_USES = (
    *(
        _use(
            number,
            "15a",
            lambda order, scene: f"looks at {spoken(order.province)}",
            form("<province:pr>", "Palantir: see province pr"),
        )
        for number in PALANTIRI
    ),
    _use(
        *(78, "7a", lambda order, scene: f"carries its holder to {spoken(order.province)}"),
        form("<province:pr>", "Magic Carpet: fly to pr"),
    ),
    _use(
        *(92, "2e", lambda order, scene: f"banishes {scene.leader(order.leader)}"),
        form("<leader:ldr>", "banish leader ldr in the same province"),
    ),
    _use(
        *(94, "8+", lambda order, scene: "ravages the province where it is"),
        form("R", "Warlord's Curse: ravage the province where the talisman is", sign="R"),
    ),
    OrderKind(
        "spell: geas",
        Spell,
        (
            form(
                "T99=G<order>[<player:PLAYER>]",
                "The One Ring: geas on a visible leader with a Ring of Power",
                talisman=ONE_RING,
                letter="G",
            ),
        ),
        step="0",
        group="talisman",
        words=partial(_cast, SPELL_NAMES["G"], _geas),
        near=tuple(
            Saying(f"T99={text}", partial(_spell, ONE_RING, letter)) for letter, _, _, text, *_ in SPELLS if letter != "G"
        ),
    ),
    _use(
        *(108, "15a", lambda order, scene: f"counts what {order.player} possesses (and goes to him then)"),
        form("<player:pppppp>", "Caesar's Census: see the summary lines of a player"),
    ),
    _use(
        *(114, "2e", lambda order, scene: f"brings the zorans of {spoken(order.province)} to its garrison"),
        form("<province:pr>", "Electronic Funds Transfer: bring zorans from own garrison pr"),
    ),
    _use(
        *(116, "0+", lambda order, scene: f"takes the look of {_named(order)}"),
        form("<number:nnn>", "Chameleon: look like talisman nnn"),
    ),
    _use(
        *(120, "15a", lambda order, scene: f"names the allies of {order.player} (and goes to him then)"),
        form("<player:pppppp>", "Double Agent: see the allies of a player"),
    ),
    _use(
        *(124, "6", _target),
        form("<leader:nnn>", "Field Artillery on leader: attack leader nnn in an adjacent province"),
        form("G<garrison:ppp>", "attack the garrison of adjacent province ppp"),
    ),
    _use(
        127,
        "2e",
        lambda order, scene: f"sells {order.number} of its garrison's troops for {counted(3 * order.number, 'zoran')}",
        form("<number:qq>", "Penny Slaver: sell qq garrison troops"),
    ),
    _use(
        131, "15a", lambda order, scene: f"looks for {_named(order)}", form("<number:nnn>", "Crystal Ball: locate talisman nnn")
    ),
    _use(
        *(132, "6", lambda order, scene: f"bombards the citadel of {spoken(order.province)}"),
        form("<province:ppp>", "Catapults: bombard the citadel of adjacent province ppp"),
    ),
    _use(
        142,
        "2e",
        lambda order, scene: f"tries to make the game one turn {'longer' if order.sign == '+' else 'shorter'}",
        form("+", "The Fat Lady Sings (longer): game one turn longer", sign="+"),
        form("-", "The Fat Lady Sings (shorter): game one turn shorter", sign="-"),
    ),
    _use(
        146,
        "2e",
        lambda order, scene: f"spends {counted(order.number, 'zoran')} for a new leader ({min(order.number, 100)} percent)",
        form("<number:zzz>", "Head Hunter: spend zzz zorans for a new leader"),
    ),
)


# --- what cannot be read ----------------------------------------------------------------------------------------


def _wanted(kind: OrderKind) -> tuple[str, str]:
    """What a talisman's order needs behind the =, and an example of it."""
    texts = [one.text.partition("=")[2] for one in kind.forms]
    field = re.search(r"<([a-z]+)", texts[0])
    if field is None:
        return " or ".join(texts), " or ".join(texts)
    what = "talisman's number" if kind.forms[0].fixed["talisman"] in ABOUT_TALISMANS else field[1]
    return f"a {what}", example(texts[0], TYPES)


NEEDS = {one.forms[0].fixed["talisman"]: _wanted(one) for one in _USES}
"""What each talisman with an order of its own needs behind the =, and an example."""


def _refused(talisman: int, rest: str) -> Refusal:
    """Why ``Ttalisman=rest`` is no order: every talisman says what it takes."""
    power = CATALOGUE[talisman]
    told = f"T{talisman} ({power.name})"
    if talisman in JEWELS or talisman in SPELL_OF_STONE:
        return _no_spell(talisman, rest)
    if (needs := NEEDS.get(talisman)) is not None:
        what, like = needs
        return Refusal(NOT_UNDERSTOOD, f"{told} needs {what} after the =.", f"For example T{talisman}={like}")
    if power.orders:
        why = f"{told} takes no order of its own."
        return Refusal("TALISMAN NOT USABLE", why, f"For example {listed(power.orders, 'or')} uses it.")
    return Refusal("TALISMAN NOT USABLE", f"{told} takes no order: it works by itself.", handing(talisman))


def _no_spell(talisman: int, rest: str) -> Refusal:
    if only := SPELL_OF_STONE.get(talisman):
        remedy = f"Its form is T{talisman}={SPELL_FORMS[only]}"
    else:
        remedy = "Spells are " + ", ".join(f"{one} ({SPELL_NAMES[letter]})" for letter, one in SPELL_FORMS.items()) + "."
    return Refusal(NOT_UNDERSTOOD, f"T{talisman}={rest[:40]} is no spell that can be read.", remedy)


_ANY = OrderKind("talisman", UseTalisman, (), near=(Saying("T<talisman:any>=<rest:rest>", _refused),), group="talisman")
KINDS = (*_SPELL_KINDS, *_USES, _ANY)


def talismans_named(order: QJOrder) -> frozenset[int]:
    """The numbers of the talismans that an order names, as what it uses or as what it is about."""
    match order:
        case UseTalisman(talisman=number, number=other) if number in ABOUT_TALISMANS:
            return frozenset({number, other})
        case Spell(talisman=number) | GiveTalisman(talisman=number) | UseTalisman(talisman=number):
            return frozenset({number})
    return frozenset()


# --- plain words ------------------------------------------------------------------------------------------------

_LETTERS = {"CLEAR": "C", "MOUNTAIN": "M", "MOUNTAINS": "M", "FOREST": "F", "WOODS": "F", "IMPASSABLE": "I"}
_LETTERS |= {"LONGER": "+", "SHORTER": "-"}
_T = r"(?:USES? |CASTS? |WITH )?T(?P<t>[0-9]{1,9})(?: TO| CASTS?)?"
_N, _P, _Q = "(?P<n>[0-9]+)", f"(?P<p>{PROVINCE})", "(?P<q>[0-9]+)"
_SAID: tuple[tuple[str, str], ...] = (
    (rf"(?:TRANSPORTS?(?: LEADER)?|SENDS?) L{_N} (?:TO )?{_P}", "TL{n}{p}"),
    (rf"(?:DOUBLES?|DOUBLE BONUS)(?: BONUS)?(?: OF| ON)? L{_N}", "BL{n}"),
    (rf"SEALS? (?:ON )?{_P}", "S{p}"),
    (rf"(?:PROTECTS?|SHIELDS?)(?: LEADER)?(?: ON)? L{_N}", "PL{n}"),
    (r"BLASTS?(?: CITADEL)?(?: WHERE)?", "C"),
    (rf"CHANGES?(?: TERRAIN(?: OF)?)? {_P}(?: IN?TO| TO)? (?P<sign>CLEAR|MOUNTAINS?|FOREST|WOODS|IMPASSABLE)", "X{p}{sign}"),
    (rf"MOVES? DREVONYX(?: FROM)? {_P} (?:TO )?(?P<r>{PROVINCE})", "D{p}{r}"),
    (r"GEAS(?:ES)?(?: ON)? \[?(?P<k>[A-Z]{2,6})\]? (?P<rest>.+)", "G{rest}[{k}]"),
    (rf"BANISH(?:ES)? L{_N}", "L{n}"),
    (r"RAVAGES?(?: WHERE)?", "R"),
    (rf"(?:ATTACKS?|FIRES?(?: AT| ON)?|SHOOTS?(?: AT)?) (?P<rest>L[0-9]+|G?{PROVINCE})", "{rest}"),
    (rf"SELLS? {_Q}(?:(?: OF GARRISON)? TROOPS?| MEN)?(?: FOR [0-9]+ ZORANS)?", "{q}"),
    (rf"(?:FINDS?|LOCATES?|LOOKS? FOR) T?{_Q}", "{q}"),
    (rf"(?:LOOKS? LIKE|APPEARS? AS|AS|TAKES? LOOK OF) T?{_Q}", "{q}"),
    (rf"(?:BUYS?|SPENDS?) (?:LEADER (?:FOR )?)?{_Q}(?: ZORANS?| Z)?(?: FOR(?: NEW)? LEADER)?", "{q}"),
    (r"(?:SPY|SPIES|SPYING)(?: ON| AT)? (?P<rest>[A-Z]{2,6})", "{rest}"),
    (r"COUNTS? WHAT (?P<rest>[A-Z]{2,6}) POSSESSES", "{rest}"),
    (r"NAMES? ALLIES OF (?P<rest>[A-Z]{2,6})", "{rest}"),
    (rf"(?:FETCH(?:ES)?|FLY|FLIES|COLLECTS?)(?: TO| FROM)? G?{_P}", "{p}"),
    (rf"(?:BRINGS?|FETCH(?:ES)?) ZORANS (?:OF|FROM) G?{_P}(?: TO GARRISON)?", "{p}"),
    (rf"(?:CARRIES|BRINGS?|TAKES?) HOLDER TO {_P}", "{p}"),
    (rf"BOMBARDS?(?: CITADEL OF)? G?{_P}", "{p}"),
    (r"TRIES TO MAKE GAME 1 (?P<sign>LONGER|SHORTER)", "{sign}"),
)
_SAYINGS = tuple((re.compile(f"{_T} {pattern}"), code) for pattern, code in _SAID)
_LOOK = re.compile(
    rf"(?:SPY|LOOK|SEE|VIEW|SCRY|PROBE)?(?: AT| ON)? ?(?P<p>{PROVINCE}) (?:WITH|USING|BY) T(?P<t>[0-9]{{1,9}})"
    rf"|{_T.replace('<t>', '<u>')} (?:SPY|SPIES|LOOKS?|SEES?|VIEWS?|SCRY|SCRIES|PROBES?|AT|ON)(?: AT| ON)? (?P<r>{PROVINCE})"
)


def code_said(simple: str) -> str:
    """The code of a talisman order or spell in simple words ("T1 PROTECT L13", "T45 LOOK AT M7"); "" for any other words."""
    if match := _LOOK.fullmatch(simple):
        number = int(match["t"] or match["u"])
        return f"T{number}={'L' if number in JEWELS or number in SPELL_OF_STONE else ''}{match['p'] or match['r']}"
    for pattern, code in _SAYINGS:
        if match := pattern.fullmatch(simple):
            told = {name: _LETTERS.get(text, text) if name == "sign" else text for name, text in match.groupdict().items()}
            return f"T{int(told['t'])}={code.format_map(told).replace(' ', '')}"
    return ""
