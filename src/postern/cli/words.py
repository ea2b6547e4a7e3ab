"""What commands print: whole sentences, in lines of at most 72 columns where they are not meant to be copied."""

from __future__ import annotations

import textwrap

import typer

from postern.desk.stationery import WIDTH, sentence


def refused(reason: object, code: int = 1) -> typer.Exit:
    """Says on standard error why nothing was done; what it returns is to be raised."""
    typer.echo(sentence(str(reason)), err=True)
    return typer.Exit(code)


def wrapped(text: str, margin: str = "") -> str:
    """The text in lines of 72 columns, those after the first behind the margin. Paths and commands are not broken."""
    return textwrap.fill(text, WIDTH, subsequent_indent=margin, break_long_words=False, break_on_hyphens=False)
