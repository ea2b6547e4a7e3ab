"""What commands print: whole sentences, in lines of at most 72 columns where they are not meant to be copied."""

from __future__ import annotations

import re
import textwrap

import typer

from postern.desk.documents.templates import WIDTH, sentence

_WHOLE = re.compile(r'postern( [a-z]+){1,2}|"[^"]*"')
_HARD_BLANK = "\N{NO-BREAK SPACE}"


def refused(reason: object, code: int = 1) -> typer.Exit:
    """Says on standard error why nothing was done; what it returns is to be raised."""
    typer.echo(sentence(str(reason)), err=True)
    return typer.Exit(code)


def wrapped(text: str, margin: str = "") -> str:
    """The text in lines of 72 columns, those after the first behind the margin. Paths, commands of Postern and what stands
    in quotation marks are not broken: they are there to be copied."""
    text = _WHOLE.sub(lambda found: found[0].replace(" ", _HARD_BLANK), text)
    return textwrap.fill(text, WIDTH, subsequent_indent=margin, break_long_words=False, break_on_hyphens=False).replace(
        _HARD_BLANK, " "
    )
