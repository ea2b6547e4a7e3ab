"""``postern play league``: many games of computer players at once, and a table of who wins from where."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from postern.cli.play import NAMES, Options, game_named, options_of, stop
from postern.desk.settings.rulesets import ruleset
from postern.game import league
from postern.game.league import ENTRANTS, Entrant, Fixture, Match, Share
from postern.game.ruleset import Ruleset
from postern.render.bars import Bar, Panel, bars_png

app = typer.Typer()

_GROUPS: tuple[tuple[Any, str], ...] = (("side", "By side"), ("level", "By level"), ("start", "By start"))
_FAIR_BAND = (0.5, 1.6)
_MOST_SHOWN = 20


def play_fixture(slug: str, fixture: Fixture) -> Match:
    """One game, in a process of its own."""
    return league.play(ruleset(slug), fixture)


@app.command("league")
def play_league(
    game: Annotated[str, typer.Argument(help="The game, for example great_jewels.")],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 20,
    seats: Annotated[int | None, typer.Option(help="How many seats; as many as the game takes by default.")] = None,
    levels: Annotated[str, typer.Option(help="Levels that meet at each table: silent, easy, normal, hard.")] = "normal",
    seed: Annotated[str, typer.Option(help="Any text; the same seed gives the same games.")] = "1",
    option: Options = None,
    turns: Annotated[int, typer.Option(min=1, help="A game that takes longer is cut off.")] = 100,
    check: Annotated[bool, typer.Option("--check", help="Have each order checked; exit code 1 when one is refused.")] = False,
    census: Annotated[bool, typer.Option("--census", help="Count what the orders use, and name what none uses.")] = False,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; one for each core by default.")] = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Every game with its seats, as JSON.", dir_okay=False)
    ] = None,
    chart: Annotated[Path | None, typer.Option(help="The win shares as a PNG.", dir_okay=False)] = None,
) -> None:
    """Plays many games among computer players, and counts the wins by side, start and level."""
    rules = game_named(game)
    entrants = _entrants(levels)
    count = seats if seats is not None else rules.max_seats
    if not rules.min_seats <= count <= min(rules.max_seats, len(NAMES)):
        stop(f"{rules.title} takes {rules.min_seats} to {min(rules.max_seats, len(NAMES))} seats here.")
    matches = _played(
        game,
        league.fixtures(NAMES[:count], entrants, games, seed, options_of(option), most_turns=turns, check=check, census=census),
        workers,
    )
    console = Console(soft_wrap=True)
    _print(console, rules.title, matches, entrants)
    if census:
        _print_census(console, matches, rules)
    if json_file is not None:
        json_file.write_text(json.dumps(_document(game, seed, matches, entrants), indent=1, sort_keys=True) + "\n", "utf-8")
    if chart is not None:
        chart.write_bytes(bars_png(f"{rules.title}: {games} games of {count} seats", list(_panels(matches, entrants))))
    if check:
        _report_refused(console, matches)


def _entrants(levels: str) -> list[Entrant]:
    found = [one for word in levels.split(",") for one in ENTRANTS if one == word.strip().lower()]
    if len(found) != len(levels.split(",")) or len(set(found)) < len(found):
        stop(f"{levels!r} are no levels. Levels are, each once and with commas between: {', '.join(ENTRANTS)}.")
    return found


def _played(slug: str, fixtures: Sequence[Fixture], workers: int | None) -> list[Match]:
    """All games in worker processes; in the order of their numbers, whichever ended first."""
    columns = (TextColumn("Games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    done = []
    with ProcessPoolExecutor(workers) as pool, Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("games", total=len(fixtures))
        for future in as_completed([pool.submit(play_fixture, slug, fixture) for fixture in fixtures]):
            done.append(future.result())
            progress.advance(task)
    return sorted(done, key=lambda match: match.number)


def _print(console: Console, title: str, matches: Sequence[Match], entrants: Sequence[Entrant]) -> None:
    orders = sum(match.orders for match in matches)
    console.print(f"{title}: {len(matches)} games of {len(matches[0].results)} seats, {orders} orders.\n")
    for key, head in _GROUPS:
        if shares := league.shares(matches, key):
            table = Table(head, "games", "wins", "won", "95 %", "fair", "of fair", box=None, header_style="bold")
            for one in shares:
                low, high = one.interval
                table.add_row(
                    one.name,
                    str(one.games),
                    f"{one.wins:g}",
                    _percent(one.won),
                    f"{_percent(low)} - {_percent(high)}",
                    _percent(one.fair),
                    f"{one.of_fair:.2f}",
                )
            console.print(table)
            console.print()
    for duel in league.duels(matches, entrants):
        low, high = duel.interval
        console.print(
            f"{duel.better} scored more than {duel.worse} at {_percent(duel.ahead / duel.seats)} of {duel.seats} matched seats "
            f"({_percent(low)} - {_percent(high)})."
        )
    lengths = Counter(match.turns for match in matches)
    console.print("Turns: " + ", ".join(f"{turns} ({number})" for turns, number in sorted(lengths.items())))
    endings = Counter(match.ending for match in matches)
    console.print("Endings: " + ", ".join(f"{ending} ({number})" for ending, number in sorted(endings.items())))


def _percent(part: float) -> str:
    return f"{100 * part:.1f} %"


def _print_census(console: Console, matches: Sequence[Match], rules: Ruleset[Any, Any]) -> None:
    used: Counter[str] = Counter()
    for match in matches:
        used.update(match.uses)
    table = Table("Used", "times", "in games", box=None, header_style="bold")
    for name in rules.usable:
        if used[name]:
            table.add_row(name, str(used[name]), str(sum(name in match.uses for match in matches)))
    console.print()
    console.print(table)
    never = [name for name in rules.usable if not used[name]]
    console.print(f"\nNever used ({len(never)} of {len(rules.usable)}): {', '.join(never) or 'none'}.")
    for name, reason in rules.unused.items():
        console.print(f"Not meant to be used: {name}{f', yet used {used[name]} times' if used[name] else ''}. {reason}")
    for name in rules.excess:
        console.print(f"A game: {name}: {used[name] / len(matches):.1f}")


def _document(slug: str, seed: str, matches: Sequence[Match], entrants: Sequence[Entrant]) -> dict[str, Any]:
    tables = {key: [_row(one) for one in league.shares(matches, key)] for key, _ in _GROUPS}
    duels = [asdict(one) | {"interval": one.interval} for one in league.duels(matches, entrants)]
    return {"game": slug, "seed": seed, "shares": tables, "duels": duels, "games": [asdict(match) for match in matches]}


def _row(one: Share) -> dict[str, Any]:
    return asdict(one) | {"won": one.won, "interval": one.interval, "of_fair": one.of_fair}


def _panels(matches: Sequence[Match], entrants: Sequence[Entrant]) -> Iterator[Panel]:
    for key, head in _GROUPS:
        if shares := league.shares(matches, key):
            bars = [_bar(one) for one in shares]
            yield Panel(f"{head}: wins, 1 for a fair part", bars, 1.0, _FAIR_BAND if key == "side" else None)
    if duels := league.duels(matches, entrants):
        yield Panel(
            "The higher score at matched seats",
            [
                Bar(f"{one.better} / {one.worse}", one.ahead / one.seats, *one.interval, _percent(one.ahead / one.seats))
                for one in duels
            ],
            0.5,
        )
    lengths = Counter(match.turns for match in matches)
    yield Panel("Turns that games took", [Bar(str(turns), n, n, n, str(n)) for turns, n in sorted(lengths.items())])


def _bar(one: Share) -> Bar:
    low, high = (end / one.fair for end in one.interval)
    return Bar(one.name, one.of_fair, low, high, f"{one.of_fair:.2f} ({one.wins:g} of {one.games})")


def _report_refused(console: Console, matches: Sequence[Match]) -> None:
    refused = [f"game {match.number}, {line}" for match in matches for line in match.refused]
    orders = sum(match.orders for match in matches)
    console.print(f"Refused by the game's own check: {len(refused)} of {orders} orders.")
    for line in refused[:_MOST_SHOWN]:
        console.print(f"  {line}")
    if refused:
        raise typer.Exit(1)
