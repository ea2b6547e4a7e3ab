"""``postern rules``: how much of a game's ledger is proved by tests."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(help="The rules ledger of a game and its proof.", no_args_is_help=True)

UNTESTABLE_LIMIT = 0.03
"""At most this share of a ledger may be marked as not testable."""


@dataclass(frozen=True)
class Coverage:
    """A game's ledger held against its tests. Lists are in ledger order."""

    clauses: tuple[str, ...]
    cited: Counter[str]
    untestable: dict[str, str]
    unknown: tuple[str, ...]

    @property
    def missing(self) -> tuple[str, ...]:
        """The clauses that no test cites and that are not marked as untestable."""
        return tuple(clause for clause in self.clauses if clause not in self.cited and clause not in self.untestable)

    @property
    def whole(self) -> bool:
        """True when every clause is cited or marked, few are marked, and no test cites a clause that does not exist."""
        few = len(self.untestable) <= UNTESTABLE_LIMIT * len(self.clauses)
        return not self.missing and not self.unknown and few


def cited_clauses(tests: Path) -> Counter[str]:
    """How many tests under this folder cite each clause, as pytest collects them.

    Raises RuntimeError with pytest's words when the tests cannot be collected.
    """
    with tempfile.TemporaryDirectory() as folder:
        found = Path(folder) / "citations.json"
        options = ("--collect-only", "-q", "-p", "postern.cli.citations", "--citations", str(found), "-p", "no:cacheprovider")
        run = subprocess.run(
            [sys.executable, "-m", "pytest", str(tests), *options], capture_output=True, text=True, check=False
        )
        if run.returncode != 0 or not found.exists():
            raise RuntimeError(run.stdout[-3000:] + run.stderr[-1000:])
        return Counter(json.loads(found.read_text(encoding="utf-8")))


def coverage_of(slug: str, root: Path) -> Coverage:
    """Reads ``docs/rules/SLUG.tsv``, ``SLUG.untestable.tsv`` (id, reason) and ``tests/rules/SLUG`` below ``root``."""
    ledger = root / "docs" / "rules" / f"{slug}.tsv"
    with ledger.open(encoding="utf-8", newline="") as lines:
        clauses = tuple(row["id"] for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    marked = root / "docs" / "rules" / f"{slug}.untestable.tsv"
    untestable: dict[str, str] = {}
    if marked.exists():
        for line in marked.read_text(encoding="utf-8").splitlines():
            clause, _, reason = line.partition("\t")
            if clause and not clause.startswith("#") and reason.strip():
                untestable[clause] = reason.strip()
    cited = cited_clauses(root / "tests" / "rules" / slug)
    known = set(clauses)
    unknown = tuple(sorted({*cited, *untestable} - known))
    return Coverage(clauses, cited, untestable, unknown)


@app.command()
def coverage(
    game: Annotated[str, typer.Argument(help="The game's slug, for example great_jewels.")],
    root: Annotated[Path, typer.Option(help="The project's folder.")] = Path(),
    missing: Annotated[int, typer.Option(help="How many missing clauses to print.")] = 40,
) -> None:
    """Shows how many clauses are cited by a test or marked untestable; exit code 1 when one is neither."""
    try:
        found = coverage_of(game, root)
    except FileNotFoundError as error:
        typer.echo(f"No ledger: {error.filename} does not exist. Run this in the project's folder, or give --root.")
        raise typer.Exit(2) from error
    except RuntimeError as error:
        typer.echo(f"The tests cannot be collected:\n{error}")
        raise typer.Exit(2) from error
    proved = sum(clause in found.cited for clause in found.clauses)
    typer.echo(f"{game}: {len(found.clauses)} clauses")
    typer.echo(f"  {proved:4} cited by a test ({100 * proved / len(found.clauses):.1f} %)")
    share = 100 * len(found.untestable) / len(found.clauses)
    typer.echo(f"  {len(found.untestable):4} marked as not testable ({share:.1f} %, at most {100 * UNTESTABLE_LIMIT:.0f} %)")
    typer.echo(f"  {len(found.missing):4} neither")
    for clause in found.missing[:missing]:
        typer.echo(f"    missing {clause}")
    for clause in found.unknown:
        typer.echo(f"    cited, but not in the ledger: {clause}")
    if not found.whole:
        raise typer.Exit(1)
