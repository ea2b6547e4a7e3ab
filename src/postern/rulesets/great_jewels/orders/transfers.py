"""Transfers of troops, zorans, rams, siege towers and talismans (QJ-29-08 to QJ-29-18)."""

from __future__ import annotations

from functools import partial

from postern.game.kit.orders import OrderKind, Refusal, Saying, form
from postern.rulesets.great_jewels.orders.arguments import NOT_UNDERSTOOD, amount_text, leader_in
from postern.rulesets.great_jewels.orders.model import Destroy, GiveTalisman, Goods, QJOrder, Transfer
from postern.rulesets.great_jewels.orders.scene import Scene
from postern.rulesets.great_jewels.talismans.catalogue import CATALOGUE
from postern.rulesets.great_jewels.wording import counted, spoken
from postern.rulesets.great_jewels.world import Force

SIGNS: dict[Goods, str] = {"troops": "T", "zorans": "Z", "rams": "R", "towers": "S"}
_NOUNS: dict[Goods, str] = {"troops": "troop", "zorans": "zoran", "rams": "ram", "towers": "siege tower"}
_HAND = r"(?:HANDS?|GIVES?|TRANSFERS?|PASS(?:ES)?|SENDS?|DELIVERS?|PAYS?|LEAVES?|DROPS?|PUTS?|LOADS?)(?: OVER)?"
_FROM = r"(?:L[0-9]+|G?[A-S][0-9]+)"


def _transfer(source: Force, quantity: int | None, goods: Goods, leader: int | None) -> QJOrder | Refusal:
    if source.garrison and goods in ("rams", "towers"):
        letter = SIGNS[goods]
        written = 1 if quantity is None else quantity
        paste = f"{source}B{letter}{written}L{leader}" if leader else ""
        return Refusal(
            NOT_UNDERSTOOD,
            "A garrison has no rams or siege towers to hand over; it can build them onto an army, for 2 zorans each.",
            "Build them instead:" if paste else f"Build them, for example {source}B{letter}6{leader_in(source.garrison)}",
            paste,
        )
    if source.garrison and leader is None:
        code = f"{source}T{amount_text(quantity)}{SIGNS[goods]}"
        return Refusal(
            NOT_UNDERSTOOD,
            "A garrison hands troops and zorans only to leaders who stand in its province.",
            f"Name the leader ({code}{leader_in(source.garrison)}), or raid ({source}R5 and a province).",
        )
    if leader is None and goods in ("rams", "towers"):
        return Refusal(
            NOT_UNDERSTOOD,
            "Rams and siege towers cannot be stored in a garrison; only armies carry them.",
            "Hand them to another army in the province, or destroy them:",
            f"{source}X{SIGNS[goods]}{amount_text(quantity)}",
        )
    return Transfer(source, goods, quantity, leader)


def _dropped(leader: int, quantity: int | None, goods: Goods) -> QJOrder:
    """Troops and zorans go to the garrison; engines, which it cannot keep, are destroyed."""
    source = Force(leader=leader)
    return Destroy(source, goods, quantity) if goods in ("rams", "towers") else Transfer(source, goods, quantity, None)


def _words(order: Transfer, scene: Scene) -> str:
    """With what the receiver then has."""
    what = f"all {_NOUNS[order.goods]}s" if order.quantity is None else counted(order.quantity, _NOUNS[order.goods])
    place = scene.place(order.source)
    taker = Force(leader=order.leader) if order.leader else Force(garrison=place)
    whom = scene.leader(order.leader) if order.leader else f"the garrison of {spoken(place)}" if place else "the garrison"
    return f"{scene.force(order.source)} hands {what} to {whom}{_then(scene, order, taker)}"


def _then(scene: Scene, order: Transfer, taker: Force) -> str:
    """What the receiver has after this transfer; of an own leader without the troops for it, what becomes of it."""
    now = scene.expected.handed.get((str(order.source), str(taker), order.goods, order.quantity or 0))
    if now is None:
        return ""
    lost = scene.expected.crewless.get((taker.leader, order.goods), 0) if taker.leader in scene.view.leaders else 0
    if lost and order.goods == "zorans":
        return f" (he has no troops to carry them: they stay in {spoken(scene.place(taker))})"
    if lost:
        return f" (he then has {now}; {lost} without troops to man {'it is' if lost == 1 else 'them are'} destroyed)"
    return f" ({'he' if taker.leader else 'it'} then has {now})"


def _talisman_words(order: GiveTalisman, scene: Scene) -> str:
    whom = scene.leader(order.leader) if order.leader else "the garrison where it is"
    return f"T{order.talisman} ({CATALOGUE[order.talisman].name}) goes to {whom}"


_kind = partial(OrderKind, make=Transfer, group="transfer", giver="leader or garrison", words=_words)
_GIVE_TALISMAN = partial(Saying, make=GiveTalisman)

KINDS = (
    _kind(
        "transfer of troops",
        step="2a",
        forms=(
            form(
                "<source:Lnn>T<quantity:qq>TL<leader:mm>",
                "troops to another of your armies in the same province",
                goods="troops",
            ),
            form("<source:Lnn>T<quantity:qq>T<leader:G>", "troops to the garrison of the leader's province", goods="troops"),
            form("<source:Gp1>T<quantity:qq>TL<leader:mm>", "troops from the garrison to a leader there", goods="troops"),
        ),
        near=(Saying("<source:who>T<quantity:qq><goods:letter><leader:whom>", _transfer),),
        said=(
            Saying(
                rf"<source:giver> {_HAND} <quantity:qq>(?: <goods>) (?:TO |ONTO |IN |INTO |WITH )?<leader:taker>", _transfer
            ),
            Saying(rf"<source:giver> {_HAND} (?:TO )?<leader:taker> <quantity:qq> <goods>", _transfer),
            Saying(rf"{_HAND} <quantity:qq> <goods> FROM <source:giver> (?:TO|ONTO|INTO) <leader:taker>", _transfer),
            Saying(rf"{_HAND} FROM <source:giver> (?:TO|ONTO|INTO) <leader:taker> <quantity:qq> <goods>", _transfer),
            Saying(r"<quantity:qq> <goods> FROM <source:giver> (?:TO|ONTO|INTO) <leader:taker>", _transfer),
            Saying(r"<source:giver> TO <leader:taker> <quantity:qq> <goods>", _transfer),
            Saying(r"<source:giver> <quantity:qq> <goods> TO <leader:taker>", _transfer),
            Saying(rf"{_HAND} (?:TO )?<leader:taker> <quantity:qq> <goods> FROM <source:giver>", _transfer),
            Saying(r"L<leader:nn> (?:DROPS?|UNLOADS?|LEAVES?|DEPOSITS?|DELIVERS?) <quantity:qq> <goods>", _dropped),
        ),
    ),
    _kind(
        "transfer of zorans",
        step="2b",
        forms=(
            form(
                "<source:Lnn>T<quantity:qq>ZL<leader:mm>",
                "zorans to an army of any player in the same province",
                goods="zorans",
            ),
            form("<source:Lnn>T<quantity:qq>Z<leader:G>", "zorans to the garrison of the leader's province", goods="zorans"),
            form("<source:Gp1>T<quantity:qq>ZL<leader:mm>", "zorans from the garrison to a leader there", goods="zorans"),
        ),
    ),
    _kind(
        "transfer of rams",
        step="2c",
        forms=(
            form(
                "<source:Lnn>T<quantity:qq>RL<leader:mm>",
                "rams to an army of any player; another player must give LnnE",
                goods="rams",
            ),
        ),
    ),
    _kind(
        "transfer of towers",
        step="2c",
        forms=(
            form(
                "<source:Lnn>T<quantity:qq>SL<leader:mm>",
                "siege towers to an army of any player; another player must give LnnE",
                goods="towers",
            ),
        ),
    ),
    OrderKind(
        "talisman handed over",
        GiveTalisman,
        (
            form("T<talisman:nn>L<leader:mm>", "talisman to any player's leader in the same province"),
            form("T<talisman:nn><leader:G>", "talisman to the garrison of the province where it is"),
        ),
        giver="player",
        step="2d",
        group="transfer",
        words=_talisman_words,
        said=(
            _GIVE_TALISMAN(rf"(?:{_HAND} )?T<talisman:nn>(?: FROM G?[LA-S][0-9]+)? (?:TO |WITH |IN |INTO )<leader:taker>"),
            _GIVE_TALISMAN(r"T<talisman:nn> (?:GOES TO )?<leader:plainly>"),
            _GIVE_TALISMAN(r"T<talisman:nn> GOES TO <leader:taker>"),
            _GIVE_TALISMAN(rf"{_HAND} <leader:taker> T<talisman:nn>"),
            _GIVE_TALISMAN(rf"{_FROM} {_HAND} T<talisman:nn> (?:TO |WITH |IN |INTO )?<leader:taker>"),
            _GIVE_TALISMAN(rf"{_FROM} {_HAND} <leader:taker> T<talisman:nn>"),
        ),
    ),
)
