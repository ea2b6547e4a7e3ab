"""From a piece of a line to the orders in it: one order, several side by side, one for many leaders, or a copied move."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from postern.game.kit.orders.grammar import Found
from postern.game.kit.orders.kinds import Refusal
from postern.rulesets.great_jewels.knowledge import Scene, View
from postern.rulesets.great_jewels.orders import arguments, moves
from postern.rulesets.great_jewels.orders.arguments import ANY_PLACE, NOT_UNDERSTOOD, PROVINCE, clean, named_garrison
from postern.rulesets.great_jewels.orders.families import GRAMMAR, code_of, parse, read_book, read_plain
from postern.rulesets.great_jewels.orders.reading.examples import next_to, passable_beside
from postern.rulesets.great_jewels.orders.text import LONGEST_PIECE, Piece, joined, piece_of, simplify
from postern.rulesets.great_jewels.turn.orders import Attack, GiveTalisman, Move, QJOrder

_LONE_PROVINCES = re.compile(rf"(?:{PROVINCE})+")
_LONE_PROVINCE = re.compile(rf"(?:PROVINCE)?{PROVINCE}(?:AND(?:PROVINCE)?{PROVINCE})?(?:\(.*)?")
_LEADERS = re.compile(r"L[0-9]{1,9}(?:ANDL[0-9]{1,9})*")
_REMARK = re.compile(
    r" ?\([^()0-9]*\)$| ?\[[^\[\]0-9]*\]$| ?\{[^{}0-9]*\}$| (?:--?|#) [^0-9]*$|"
    r" (?:PLEASE|PLS|PLZ|THANKS|THANK YOU|THX|BITTE|DANKE)$"
)
_ONWARD = re.compile(r"(?:(?:AND|THEN|TO|ON|FINALLY) )+(?=[A-S] ?[0-9])")
"""What stands before the next province of a move that goes on behind a comma."""
_AND = frozenset({"AND", "&", "+", "UND"})
_NOTE = re.compile(
    r" ?\((?:(?:HE|IT) THEN HAS|HE HAS NO TROOPS TO|THEY DIE IF|THOSE OF [^()]* DIE IF|YOU (?:GAIN|LOSE) (?:[0-9]|NO\b)"
    r"|ITS (?:CITADEL|RATES)|STORMS:|(?:ONLY AS FAR AS [^()]*: )?(?:CLEAR|MOUNTAIN|FOREST|IMPASSABLE)\b|[0-9]+ PERCENT"
    r"|EVERY TURN UNTIL|USABLE FROM|UNTIL Z|HE MAY CAPTURE|AND GOES TO HIM|(?:[0-9]+|NO) [^()]*(?:LEFT(?=\))|WHEN LAST SEEN\b)"
    r"|ONLY IF ITS OWNER|GROUPS GO TO|[0-9]+ TROOPS? FOR [0-9]+ ZORANS?(?=\))"
    rf"|IN (?:PROVINCE )?{PROVINCE}(?:, YOUR OWN PROVINCE)?(?=\)))[^()]*\)"
)
"""What we add in brackets when an order is read back: its numbers, as they were then."""
_OWNED = re.compile(
    r"\bL ?0*(?P<n>[0-9]{1,9}) OF (?P<owner>[A-Z]{2,6})\b|\b(?P<has>[A-Z]{2,6})'S L ?0*(?P<m>[0-9]{1,9})(?![0-9])"
)
SAYS_HOW = re.compile(
    r"\b(?:IF(?! POSSIBLE)|UNLESS|WHEN(?:EVER)?|ONCE|WHILE|ONLY|FORCED?[- ]?MARCH\w*|FM|NOT?|NONE|NOTHING|NEVER|LATER|TOMORROW"
    r"|NEXT|SOON|UNTIL|TILL|AFTER|BEFORE|MAYBE|PERHAPS|PROBABLY|POSSIBLY|INSTEAD|RATHER|EXCEPT"
    r"|(?:CONDITION|ASSAULT|CANCEL|WAIT|STOP|SKIP|DELET|REMOV|IGNOR|TEST|DRAFT|EXAMPLE)\w*)\b|N['\u2019]?T\b"
)
"""Words that may say how, when or whether: what they stand with is no mere remark."""
_CONDITION = re.compile(r"(?:BUT |AND )?(?:ONLY )?(?:IF(?! POSSIBLE)|UNLESS|WHEN|PROVIDED)\b")
_MOST_IN_A_LINE = 40


@dataclass
class Context:
    """What stood before: the last order read (None after a line that could not be read), and every leader's move."""

    view: View
    last: QJOrder | None = None
    moves: dict[int, Move] = field(default_factory=dict)


def gathered(pieces: Sequence[Piece]) -> list[Piece]:
    """Puts together what a comma parted: a lone province with the move before it, a lone leader with the next ones, and a
    condition with what hangs on it, which is not to be done without it."""
    if len(pieces) > _MOST_IN_A_LINE:
        return list(pieces)
    whole: list[Piece] = []
    for piece in pieces:
        before = whole[-1] if whole else None
        onward = piece_of(piece.line, piece.column, _ONWARD.sub("", piece.spaced, count=1))
        if before is not None and _names_only_provinces(onward) and _is_move(joined(before, onward)):
            whole[-1] = joined(before, onward)
        elif before is not None and _goes(before, piece):
            whole[-1] = joined(before, piece)
        elif before is not None and _names_more_leaders(before, piece):
            whole[-1] = joined(before, piece, " AND ")
        elif before is not None and (_CONDITION.match(before.spaced) or _CONDITION.match(piece.spaced)):
            whole[-1] = joined(before, piece)
        else:
            whole.append(piece)
    return whole


def _goes(leader: Piece, piece: Piece) -> bool:
    """True for "L13" before "move to B4", which by itself is nobody's."""
    if not _LEADERS.fullmatch(leader.compact) or _LEADERS.match(piece.compact):
        return False
    both = joined(leader, piece)
    found = read_plain(both.spaced) if len(both.spaced) <= LONGEST_PIECE else None
    return found is not None and isinstance(found.order, Move) and read_plain(piece.spaced) is None


def _names_only_provinces(piece: Piece) -> bool:
    """True for "B5" and "B5C5", not for "L15R10H7", a raid that looks like three provinces."""
    if _LONE_PROVINCE.fullmatch(piece.compact):
        return True
    return bool(_LONE_PROVINCES.fullmatch(piece.compact)) and read_book(piece.compact) is None


def _names_more_leaders(before: Piece, piece: Piece) -> bool:
    """True for "L13" before "L14 and L15 move to B4"."""
    if len(before.spaced) > LONGEST_PIECE or not _LEADERS.fullmatch(before.compact):
        return False
    return bool(_LEADERS.fullmatch(piece.compact) or moves.MANY.fullmatch(simplify(f"{before.spaced} AND {piece.spaced}")))


def _is_move(piece: Piece) -> bool:
    if len(piece.spaced) > LONGEST_PIECE:
        return False
    found = _read(piece.spaced) or read_plain(_NOTE.sub("", piece.spaced))
    return found is not None and isinstance(found.order, Move | Refusal)


def orders_in(context: Context, piece: Piece) -> list[tuple[Piece, QJOrder | Refusal]] | None:
    """All orders of one piece, or None when it cannot be read."""
    if len(piece.spaced) > LONGEST_PIECE:
        return None
    same = _same_move(context, piece)
    if same is not None:
        return [(piece, same)]
    if many := moves.SAME_FOR.fullmatch(simplify(piece.spaced)):
        return [(piece, _copied(context, int(leader), "")) for leader in re.findall(r"L([0-9]+)", many["all"])]
    found = next(filter(None, _readings(piece)), None)
    if found is not None:
        return [(piece, _of_anothers(context.view, piece) or in_view(context.view, found))]
    return _several(context, piece)


def _read(spaced: str) -> Found | None:
    return read_book(spaced.replace(" ", "")) or read_plain(spaced)


def _readings(piece: Piece) -> Iterator[Found | None]:
    """The piece as it is, and without what may stand beside an order: a colon, our own notes, arrows, a remark."""
    yield _read(piece.spaced)
    if ":" in piece.spaced:
        yield read_book(piece.compact.replace(":", ""))
    if "(" in piece.spaced:
        yield _read(_NOTE.sub("", piece.spaced))
    if ">" in piece.spaced:
        yield read_book(re.sub(r"[-=]*>+", "", piece.compact))
    if (remark := _REMARK.search(piece.spaced)) and not SAYS_HOW.search(remark.group()):
        yield _read(piece.spaced[: remark.start()])


def _of_anothers(view: View, piece: Piece) -> Refusal | None:
    """Refuses "L31 of KING" where L31 is known to be another's."""
    for named in _OWNED.finditer(piece.spaced):
        number, owner = int(named["n"] or named["m"]), named["owner"] or named["has"]
        seen = Scene(view).seen_leader(number)
        holder = view.seat if number in view.leaders else seen[1].owner if seen else ""
        if owner in view.players and holder and holder != owner:
            whose = "your own" if holder == view.seat else f"{holder}'s"
            return Refusal("NOT THERE", f"L{number} is {whose}, not {owner}'s.", "Write the number of the leader you mean.")
    return None


def _several(context: Context, piece: Piece) -> list[tuple[Piece, QJOrder | Refusal]] | None:
    """Orders with only blanks between them ("A=LORD L13MB4"), or one order for several leaders ("L13 and L14 move to B4")."""
    tokens = [token for token in piece.spaced.split() if token not in _AND]
    each = [(token, found) for token in tokens if (found := read_book(token)) and not isinstance(found.order, Refusal)]
    if len(tokens) == len(each) > 1:
        return [(_part(piece, token), in_view(context.view, found)) for token, found in each]
    result: list[tuple[Piece, QJOrder | Refusal]] = []
    for text in _one_by_one(context.view, simplify(piece.spaced)):
        found = read_plain(text) or read_book(text.replace(" ", ""))
        if found is None:
            return None
        result.append((piece, in_view(context.view, found)))
    return result or None


def _one_by_one(view: View, simple: str) -> list[str]:
    """An order for several leaders as one for each; nothing when it names no group."""
    if many := moves.MANY.fullmatch(simple):
        return [f"{leader} {many['rest']}" for leader in re.findall(r"L[0-9]+", many["all"])]
    if many := moves.WITH_MANY.fullmatch(simple):
        return [f"{many['head']} {many['link']} {leader}" for leader in re.findall(r"L[0-9]+", many["all"])]
    if many := moves.EVERY.fullmatch(simple):
        place = clean(many["place"]) if many["place"] else ""
        own = [number for number, one in sorted(view.leaders.items()) if not place or one.province == place]
        return [f"L{number} {many['rest']}" for number in own]
    return []


def _part(piece: Piece, token: str) -> Piece:
    at = max(piece.text.upper().find(token), 0)
    return piece_of(piece.line, piece.column + at, piece.text[at : at + len(token)])


def _same_move(context: Context, piece: Piece) -> QJOrder | Refusal | None:
    if match := moves.SAME_BOOK.fullmatch(piece.compact):
        if not isinstance(context.last, Move):
            example = _way_out(context.view, int(match["n"]), match["way"])
            return Refusal(
                NOT_UNDERSTOOD,
                f"{piece.compact} copies the move on the line before it, and there is no move before it that can be read.",
                f"Put it behind the other leader's move, or write the way out: {example}",
            )
        return _moves(int(match["n"]), context.last.path, match["way"] == "F")
    match = moves.SAME_PLAIN.fullmatch(simplify(piece.spaced))
    if match is None:
        return None
    return _copied(context, int(match["n"]), match["m"] or match["k"] or match["j"])


def _copied(context: Context, leader: int, followed: str | None) -> QJOrder | Refusal:
    """The move of the leader followed, or that of the line before, for this leader."""
    copied = context.moves.get(int(followed)) if followed else context.last
    if isinstance(copied, Move):
        return _moves(leader, copied.path, copied.force_march)
    where = f"No move of L{int(followed)} stands above this line" if followed else "The line before holds no move"
    return Refusal(
        NOT_UNDERSTOOD, f"{where} that could be copied.", f"Write the way out: {_way_out(context.view, leader, 'M')}"
    )


def _moves(number: int, path: tuple[str, ...], force_march: bool) -> QJOrder | Refusal:
    """The move, or what is wrong with it wherever the leader stands (there is no L0)."""
    leader = arguments.leader(str(number))
    return leader if isinstance(leader, Refusal) else Move(leader, path, force_march)


def _way_out(view: View, number: int, letter: str) -> str:
    """A move of this leader to the province next to him, as an example; to any if he is not the reader's."""
    leader = view.leaders.get(number)
    return f"L{number}{letter}{next_to(leader.province, view) if leader else ANY_PLACE}"


def in_view(view: View, found: Found) -> QJOrder | Refusal:
    """Refuses what the seat's view shows to be wrong already: a garrison named elsewhere, choices after turn 1."""
    order: QJOrder | Refusal = found.order
    meant = parse(order.paste) if isinstance(order, Refusal) else order
    check = None if meant is None else GRAMMAR.kind_of(meant).check
    if check is not None and (refusal := check(meant, view)) is not None:
        return refusal
    if isinstance(order, Refusal):
        return order
    named = named_garrison(found.texts.get("leader", ""))
    if named and isinstance(order, GiveTalisman):
        return _talisman_in_place(view, order, named)
    giver = order.giver
    if named and giver is not None and giver.leader in view.leaders:
        stands = view.leaders[giver.leader].province
        if stands != named:
            why = f"L{giver.leader} is in {stands}, so the garrison he can reach is that of {stands}, not of {named}."
            if not (isinstance(order, Attack) and stands in view.provinces):
                return Refusal("NOT THERE", why, f"For {stands}:", code_of(order))
            if named in passable_beside(stands, view):
                return Refusal("NOT THERE", why, "He can march there now and attack next turn:", f"L{giver.leader}M{named}")
            return Refusal("NOT THERE", why, f"He needs to march to {named} first; a force does one or the other a turn.")
    return order


def _talisman_in_place(view: View, order: GiveTalisman, named: str) -> QJOrder | Refusal:
    """Refuses to put a talisman into a garrison elsewhere."""
    own = view.talismans.get(order.talisman)
    if own is None:
        return order
    stands = own.province or view.leaders[own.leader].province
    if stands == named:
        return order
    why = f"T{order.talisman} is in {stands}; it can go only to the garrison of {stands}, not to that of {named}."
    return Refusal("NOT THERE", why, "Its holder needs to carry it there first.")
