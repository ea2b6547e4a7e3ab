"""A letter's formatted text beside the plain one that was read: where it says more, its typed lines are told."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Sequence

from postern.post.bounds import Room
from postern.post.letter import Frame, LeftOut
from postern.post.reading.alignment import Patience, Whose, align
from postern.post.reading.parts import Parts
from postern.post.reading.sent import Answered, SentText, bare_lines, words_of_page
from postern.post.reading.sheet import Reason, left_out
from postern.post.reading.writing import Written, read_part

_WORD = re.compile(r"[^\W_]+")
_QUOTED = re.compile(r"^\s{0,3}>.*", re.MULTILINE)


def formatted_alone(
    parts: Parts, read: Sequence[Written], sent: Answered, own: Collection[str], alone: Callable[[str], bool]
) -> list[LeftOut]:
    """Return the lines that the writer typed into the formatted text alone, and not into the plain text that was read.

    Pages are laid out only where they hold words that the plain text has not: in most letters both say the same.
    """
    if not parts.formatted or not _says_more(parts):
        return []
    room = Room()
    written = [read_part(page, sent, room, own, alone) for page in parts.formatted]
    lines = [line for one in written for line in one.lines if line.strip()]
    aside = frozenset(bare_lines([text for one in read for item in one.left_out for text in item.texts]))
    typed = [(line, bare) for line, bare in zip(lines, bare_lines(lines), strict=True) if bare and bare not in aside]
    plain = SentText(tuple(bare for one in read for bare in bare_lines(one.lines) if bare))
    found = align([bare for _, bare in typed], plain, Patience())
    both = zip(typed, found.whose, strict=True)
    more = [line for (line, _), whose in both if whose is not Whose.OURS]
    return (
        [left_out(Reason.FORMATTED, line, line) for line in more] if not all(isinstance(line, Frame) for line in more) else []
    )


def _says_more(parts: Parts) -> bool:
    plain, page = "\n".join(part.text for part in parts.texts), "\n".join(part.text for part in parts.formatted)
    if "<blockquote" not in page.casefold():
        plain = _QUOTED.sub("", plain)
    return bool(_words(words_of_page(page)) - _words(plain))


def _words(text: str) -> Counter[str]:
    return Counter(_WORD.findall(text.casefold()))
