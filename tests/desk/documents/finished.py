"""A letter finished at once in this process, as ``finishing.finish_letter`` does with workers."""

from __future__ import annotations

from postern.desk.documents.drawing import draw
from postern.desk.documents.finishing import LetterJob, drawing_of, join


def finish_letter(job: LetterJob) -> bytes:
    """The whole letter with its documents."""
    return join(job, draw(drawing_of(job)))
