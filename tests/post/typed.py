"""What of a plain text its writer typed."""

from __future__ import annotations

from postern.post.reading.sheet import Sheet, lines_of
from postern.post.reading.writing import mark_own


def own_lines(text: str) -> list[str]:
    """The lines of a plain text that its writer typed, in order; an empty line in the place of what was not."""
    sheet = Sheet.blank(lines_of(text))
    mark_own(sheet)
    return sheet.taken()
