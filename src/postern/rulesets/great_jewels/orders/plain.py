"""Plain words made simple before the families look at them: fillers dropped, names of forces in one form.

"Please let leader 13 move to the province B4" becomes "L13 MOVE TO B4"; "the garrison of B2" becomes "GB2".
"""

from __future__ import annotations

import functools
import re

from postern.rulesets.great_jewels.orders.arguments import PROVINCE

_FILLERS = frozenset(
    "PLEASE LET I WE WANT WOULD LIKE YOU WILL SHALL SHOULD MUST CAN MAY MY OUR THE THIS THAT HIS HER ITS THEIR THEN NOW ALSO "
    "AN A SOME HAVE HAS HE SHE IT IS ARE BE BEING BECOMES BECOME TURN PROVINCE LORD'S ORDER".split()
)
_NUMBERS = {
    word: str(number)
    for number, word in enumerate("ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE".split(), start=1)
}

_TOWARDS = r"(TO|FROM|VIA|THROUGH|MOVE|MOVES|MARCH|MARCHES|GO|GOES|SAIL|SAILS)"
_AND_THEN = r"(?: (?:AND|THEN|TO|VIA))*"
_REWRITES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"\b(T ?[0-9]+) \([^()0-9]*\)", r"\1"),  # its name
        (r"\b[A-Z]{2,6}'S (?=L ?[0-9]|GARRISON|LEADER|ARMY)", ""),
        (r"(?<=[A-Z0-9])'S\b", ""),
        (r"[!?\"'()]", " "),
        (r" ?(?:-+>|>+|=>) ?", " TO "),
        (r"\bFORCED?[- ]?MARCH|\bFM\b", "FORCEMARCH"),
        (r"\bPALANT[A-Z]+ (?=T ?[0-9])", ""),
        (r"\bAUTO(?:MATIC(?:ALLY)?)?[- ]?", "AUTO"),
        (r"\bCITADEL STRENGTH(?: POINTS?)?\b", "CSPS"),
        (r"\b(?:LEADER|LDR|ARMY) ?(?:NUMBER |NO\.? ?|#)?(?:L ?)?([0-9]+)", r"L\1"),
        (r"\bL ([0-9]+)", r"L\1"),
        (r"\b(?:TALISMAN|STONE|JEWEL) ?(?:NUMBER |NO\.? ?|#)?(?:T ?)?([0-9]+)", r"T\1"),
        (r"\bT ([0-9]+)", r"T\1"),
        (rf"\b(?:GARRISON|G)(?: (?:OF|IN|AT|FROM))?(?: THE)?(?: PROVINCE)? ({PROVINCE})\b", r"G\1"),
        (rf"\bG?({PROVINCE}) GARRISON\b", r"G\1"),
        # "Province L4", with a leader's name, is the garrison where it acts or is handed something.
        (rf"^(?:THE )?PROVINCE ({PROVINCE})\b", r"G\1"),
        (rf"\b((?:GIVES?|HANDS?|TRANSFERS?) .*\bTO )(?:THE )?PROVINCE ({PROVINCE})\b", r"\1G\2"),
        # As telephones write what they are told: "L13. Move b 4. Then b 5".
        (r"^(L[0-9]+)\.(?= )|\.(?= (?:AND )?THEN )", r"\1"),
        (rf"\b{_TOWARDS} ([A-S]) ([0-9]{{1,2}})\b", r"\1 \2\3"),
        *[(rf"\b({PROVINCE})({_AND_THEN}) ([A-S]) ([0-9]{{1,2}})\b", r"\1\2 \3\4")] * 6,
        (r"\bALL OF\b", "ALL"),
        (r"\b(L[0-9]+) OF [A-Z]{2,6}\b", r"\1"),  # whose he is
        (r"\bBY WAY OF\b", "VIA"),
        (r"\bEVERY(?:THING|BODY|ONE)\b", "ALL"),
        (r"([A-Z0-9]):", r"\1 "),
        (rf"^(L[0-9]+|G?{PROVINCE}) ?- ?(?=[A-Z]{{3}})", r"\1 "),
        (r"\b([0-9]+)X? ?(?=[A-Z]{2})", r"\1 "),
    )
)


@functools.lru_cache(maxsize=1024)
def simplify(spaced: str) -> str:
    """Simple words for the plain-word forms, single blanks, in capitals. Asked for the same piece by several forms."""
    text = spaced
    for pattern, replacement in _REWRITES:
        text = pattern.sub(replacement, text)
    words = [_NUMBERS.get(word, word) for word in text.split() if word not in _FILLERS]
    return " ".join(words)
