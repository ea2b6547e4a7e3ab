"""``postern rules``: how much of a game's ledger is proved by tests."""

from __future__ import annotations

import csv
import re
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from postern.cli.citations import Citations, sources
from postern.desk.settings.rulesets import RULESETS

app = typer.Typer(help="The rules ledger of a game and its proof.", no_args_is_help=True)

_RULING = re.compile(r"^\*\*(\d+(?:\.\d+)?)\b", re.MULTILINE)
UNTESTABLE_LIMIT = 0.03
"""At most this share of a ledger may be marked as not testable."""
RECORD = Path(".pytest_cache/citations.json")
"""Where ``./run test`` leaves which tests passed, and what they cite; below the project's folder."""


@dataclass(frozen=True)
class Coverage:
    """A game's ledger held against its tests. Lists are in ledger order. ``passed``: only tests that passed are counted."""

    clauses: tuple[str, ...]
    cited: Counter[str]
    untestable: dict[str, str]
    unknown: tuple[str, ...]
    passed: bool
    rulings: tuple[str, ...] = ()
    """What was decided where the book is silent: cited like clauses, but not each decides something that a test can see."""

    @property
    def missing(self) -> tuple[str, ...]:
        """The clauses that no test cites and that are not marked as untestable."""
        return tuple(clause for clause in self.clauses if clause not in self.cited and clause not in self.untestable)

    @property
    def whole(self) -> bool:
        """True when every clause is cited or marked, few are marked, and no test cites a clause that does not exist."""
        few = len(self.untestable) <= UNTESTABLE_LIMIT * len(self.clauses)
        return not self.missing and not self.unknown and few


def engine_of(slug: str, root: Path) -> str:
    """The package that plays a game: its slug, or for an edition of a game (``alamaze_classic``) its engine (``alamaze``)."""
    engine = slug.rpartition("_")[0]
    return engine if engine and not (root / f"tests/rules/{slug}").is_dir() else slug


def _folders(slug: str, root: Path) -> tuple[str, ...]:
    """Where tests prove a game's rules: those of the game, and those that every game gets."""
    return (f"tests/rules/{engine_of(slug, root)}/", "tests/kit/")


def collected(slug: str, root: Path, *options: str) -> dict[str, list[str]]:
    """The tests that cite each clause, as pytest collects them.

    Raises RuntimeError with pytest's words when the tests cannot be collected.
    """
    with tempfile.TemporaryDirectory() as folder:
        found = Path(folder) / "citations.json"
        plugin = ("-p", "postern.cli.citations", "--citations", str(found), "-p", "no:cacheprovider")
        there = [name for name in _folders(slug, root) if (root / name).exists()]
        run = subprocess.run(
            [sys.executable, "-m", "pytest", *there, "--collect-only", "-q", *plugin, *options],
            cwd=root,
            capture_output=True,
            text=True,
            check=False,
        )
        if run.returncode != 0 or not found.exists():
            raise RuntimeError(run.stdout[-3000:] + run.stderr[-1000:])
        return Citations.read(found).tests


def recorded(root: Path) -> dict[str, list[str]] | None:
    """The tests that cite each clause and passed in the last whole run; None when there was none with these very files."""
    try:
        found = Citations.read(root / RECORD)
    except (OSError, ValueError):
        return None
    return found.tests if found.sources == sources(root) else None


def ledger(file: Path) -> tuple[str, ...]:
    """The ids of a ledger's clauses, in its order. Raises FileNotFoundError."""
    with file.open(encoding="utf-8", newline="") as lines:
        return tuple(row["id"] for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def rulings(slug: str, folder: Path) -> tuple[str, ...]:
    """The ids of a game's rulings, in their order: ``CF-R-11.4`` for the paragraph that begins with ``**11.4`` in
    ``docs/rules/SLUG/rulings.md``, with the letters of the ledger's ids. Nothing for a game without rulings."""
    file, clauses = folder / slug / "rulings.md", ledger(folder / f"{slug}.tsv")
    found = _RULING.findall(file.read_text(encoding="utf-8")) if file.exists() and clauses else ()
    return tuple(f"{clauses[0].partition('-')[0]}-R-{number}" for number in found)


def coverage_of(slug: str, root: Path) -> Coverage:
    """Holds ``docs/rules/SLUG.tsv`` and ``SLUG.untestable.tsv`` (id, reason) against the tests that passed, or where no run
    is on record against those that there are.

    Raises FileNotFoundError without a ledger, RuntimeError when the tests cannot be collected.
    """
    folder = root / "docs" / "rules"
    clauses = ledger(folder / f"{slug}.tsv")
    marked = folder / f"{slug}.untestable.tsv"
    untestable: dict[str, str] = {}
    if marked.exists():
        for line in marked.read_text(encoding="utf-8").splitlines():
            clause, _, reason = line.partition("\t")
            if clause and not clause.startswith("#") and reason.strip():
                untestable[clause] = reason.strip()
    passed = recorded(root)
    tests = passed if passed is not None else collected(slug, root)
    cited = Counter({clause: sum(test.startswith(_folders(slug, root)) for test in citing) for clause, citing in tests.items()})
    games = [file.stem for file in folder.glob("*.tsv") if not file.stem.endswith(".untestable")]
    known = {clause for name in games for clause in (*ledger(folder / f"{name}.tsv"), *rulings(name, folder))}
    unknown = tuple(sorted({*+cited, *untestable} - known))
    return Coverage(clauses, +cited, untestable, unknown, passed is not None, rulings(slug, folder))


@app.command()
def coverage(
    games: Annotated[list[str] | None, typer.Argument(help="Slugs, for example great_jewels; all games by default.")] = None,
    root: Annotated[Path, typer.Option(help="The project's folder.")] = Path(),
    missing: Annotated[int, typer.Option(help="How many missing clauses to print.")] = 40,
) -> None:
    """Shows how many clauses are cited by a test or marked untestable; exit code 1 when one is neither."""
    whole = [_told(game, root, missing) for game in games or RULESETS]  # each is told, whatever is said of another
    if not all(whole):
        raise typer.Exit(1)


def _told(game: str, root: Path, missing: int) -> bool:
    """Prints one game's coverage. Returns whether it is whole."""
    try:
        found = coverage_of(game, root)
    except FileNotFoundError as error:
        typer.echo(f"No ledger: {error.filename} does not exist. Run this in the project's folder, or give --root.")
        raise typer.Exit(2) from error
    except RuntimeError as error:
        typer.echo(f"The tests cannot be collected:\n{error}")
        raise typer.Exit(2) from error
    proved = sum(clause in found.cited for clause in found.clauses)
    what = "a test that passed in the last whole run" if found.passed else "a test (no whole run with these files is on record)"
    typer.echo(f"{game}: {len(found.clauses)} clauses")
    typer.echo(f"  {proved:4} cited by {what} ({100 * proved / len(found.clauses):.1f} %)")
    share = 100 * len(found.untestable) / len(found.clauses)
    typer.echo(f"  {len(found.untestable):4} marked as not testable ({share:.1f} %, at most {100 * UNTESTABLE_LIMIT:.0f} %)")
    typer.echo(f"  {len(found.missing):4} neither")
    if found.rulings:
        cited = [ruling for ruling in found.rulings if ruling in found.cited]
        typer.echo(f"  {len(cited)} of {len(found.rulings)} rulings cited")
    for clause in found.missing[:missing]:
        typer.echo(f"    missing {clause}")
    for clause in found.unknown:
        typer.echo(f"    cited, but not in the ledger: {clause}")
    return found.whole
