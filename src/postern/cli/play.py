"""``postern play``: the same turn without mail. No network, no database; the same seed gives the same bytes.

A folder holds one game: ``game.json`` (which game, which seed), ``world.json`` (see ``postern play schema``),
``orders/SEAT.txt`` and ``turn-NNN/SEAT/`` with every document of that turn.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any, NoReturn

import typer

from postern import render
from postern.desk.answers.filing import Filing
from postern.desk.documents.templates import Page, Part, Templates
from postern.desk.language.parse import guess
from postern.desk.language.questions import reply_to
from postern.desk.settings.resources import letters_folder
from postern.desk.settings.rulesets import RULESETS, ruleset
from postern.desk.settings.tomlfile import ConfigError
from postern.game.chance import Chance
from postern.game.events import seen
from postern.game.front import Front
from postern.game.report import Map, Report, following
from postern.game.ruleset import Ruleset, Signup

app = typer.Typer(help="Play a turn without mail: rehearse, judge, look.", no_args_is_help=True)

NAMES = (
    "ALPHA",
    "BRAVO",
    "CEDAR",
    "DELTA",
    "ECHO",
    "FOX",
    "GOLF",
    "HOTEL",
    "INDIA",
    "JULIET",
    "KILO",
    "LIMA",
    "MIKE",
    "NOVA",
    "OSCAR",
)
"""Seat names for games without players, in seat order."""

Folder = Annotated[Path, typer.Argument(help="The game's folder, made by `postern play new`.", file_okay=False)]
SeatName = Annotated[str, typer.Option("--seat", help="The seat's name, for example ALPHA.")]
OrdersFile = Annotated[
    Path, typer.Argument(help="A text file with orders, as one would mail them.", exists=True, dir_okay=False)
]


Options = Annotated[list[str] | None, typer.Option("--option", help="A game option, KEY=VALUE.")]


def stop(message: str) -> NoReturn:
    """Says on the error output what is wrong and ends the program with status 2."""
    typer.echo(message, err=True)
    raise typer.Exit(2)


def game_named(slug: str) -> Ruleset[Any, Any]:
    """The ruleset with this slug or of this module (``package.module:NAME``); stops with a message where there is none."""
    if slug not in RULESETS and ":" not in slug:
        stop(f"There is no game called {slug!r}. There are: {', '.join(sorted(RULESETS))}.")
    try:
        return ruleset(slug)
    except ValueError as error:
        stop(str(error))


def _opened(folder: Path) -> tuple[Ruleset[Any, Any], Any, Chance]:
    """The ruleset, the world and the chance of the game in this folder; stops with a clear message otherwise."""
    try:
        game = json.loads((folder / "game.json").read_text(encoding="utf-8"))
        data = (folder / "world.json").read_bytes()
    except FileNotFoundError as error:
        stop(f"{error.filename} does not exist. Make a game with: postern play new GAME --out {folder}")
    rules = game_named(game["game"])
    try:
        world = rules.load(data)
    except ValueError as error:
        stop(f"{folder / 'world.json'} cannot be used:\n{error}")
    return rules, world, Chance(str(game["seed"]))


def _seat_in(rules: Ruleset[Any, Any], world: Any, seat: str) -> str:
    for name in rules.active(world):
        if name.casefold() == seat.casefold():
            return name
    stop(f"No seat called {seat!r} plays here. Seats: {', '.join(rules.active(world))}.")


def write_documents(report: Report, folder: Path) -> None:
    """Writes report.txt, .html, .pdf, .json and, when the report has a map, map.svg and map.png into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    charts = [block.chart for section in report.sections for block in section.blocks if isinstance(block, Map)]
    (folder / "report.txt").write_text(render.to_text(report), encoding="utf-8")
    (folder / "report.html").write_text(render.to_html(report, map_src="map.png" if charts else None), encoding="utf-8")
    (folder / "report.pdf").write_bytes(render.to_pdf(report))
    (folder / "report.json").write_bytes(render.to_json(report))
    for chart in charts[:1]:
        (folder / "map.svg").write_text(render.chart_svg(chart), encoding="utf-8")
        (folder / "map.png").write_bytes(render.chart_png(chart))


def _write_all(reports: Sequence[tuple[Report, Path]]) -> None:
    with ProcessPoolExecutor() as workers:
        list(workers.map(write_documents, *zip(*reports, strict=True)))


def _front_in(folder: Path) -> Front | None:
    """The front page of the report in this folder, if there is one."""
    path = folder / "report.json"
    return render.front_of(path.read_bytes()) if path.exists() else None


def _turn_folder(folder: Path, turn: int) -> Path:
    return folder / f"turn-{turn:03}"


def answer_to(rules: Ruleset[Any, Any], world: Any, seat: str, text: str) -> tuple[Page, int]:
    """The letter that the desk would answer these orders with, and how many of them need mending."""
    from postern.desk.commands.registry import forms

    view = rules.view(world, seat)
    filing = Filing(lambda lines: rules.read(lines, view), lambda lines: rules.check(rules.read(lines, view), view), None)
    filing.take(text.splitlines(), 1)
    filed = filing.close(lambda line: guess(line, forms()), lambda line: reply_to(line, rules.handbook()))
    game = SimpleNamespace(
        name="PLAY", turn=rules.turn(world), state="running", deadline=None, early_at=None, reason="", late_turn=0
    )
    turn = {
        "game": game,
        "seat": SimpleNamespace(name=seat, late_turn=0),
        "zone": UTC,
        "early": "",
        "ready": False,
        "awaited": "",
        "over": False,
    }
    page = Templates(letters_folder()).page([Part("orders", turn | {"filed": filed, "echo": "both"})])
    return page, len(filed.mend)


def _option_value(text: str) -> object:
    """The value of an option as a game's file would have it: 5, true, or the text itself."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def options_of(given: Sequence[str] | None) -> dict[str, object]:
    """The options of a game as they were given, KEY=VALUE."""
    return {key: _option_value(value) for key, value in (one.split("=", 1) for one in given or () if "=" in one)}


@app.command()
def new(
    game: Annotated[str, typer.Argument(help="The game, for example great_jewels.")],
    out: Annotated[Path, typer.Option(help="The folder to make; it must not hold a game yet.")],
    seats: Annotated[int | None, typer.Option(help="How many seats; as many as the game takes by default.")] = None,
    seed: Annotated[str, typer.Option(help="Any text; the same seed gives the same game.")] = "1",
    name: Annotated[list[str] | None, typer.Option("--name", help="A seat's name, once for each seat named.")] = None,
    option: Options = None,
) -> None:
    """Sets up a new game: DIR/world.json and the set-up report of every seat in DIR/turn-000."""
    rules = game_named(game)
    if (out / "world.json").exists():
        stop(f"{out} already holds a game.")
    count = seats if seats is not None else rules.max_seats
    given = [one.upper() for one in name or ()]
    names = (given + [one for one in NAMES if one not in given])[:count]
    options = options_of(option)
    chance = Chance(seed)
    try:
        world = rules.setup(options, [Signup(one) for one in names], chance)
    except ValueError as error:
        stop(str(error))
    out.mkdir(parents=True, exist_ok=True)
    (out / "game.json").write_text(json.dumps({"game": game, "seed": seed}, indent=2) + "\n", encoding="utf-8")
    (out / "world.json").write_bytes(rules.dump(world))
    (out / "orders").mkdir(exist_ok=True)
    reports = [(rules.report(rules.view(world, seat), ()), _turn_folder(out, 0) / seat) for seat in rules.active(world)]
    _write_all(reports)
    typer.echo(f"{rules.title}: {len(reports)} seats, {', '.join(names)}. Set-up reports in {_turn_folder(out, 0)}.")


@app.command()
def check(folder: Folder, orders: OrdersFile, seat: SeatName) -> None:
    """Prints what the answer to a letter with these orders would say; exit code 1 when something needs mending."""
    rules, world, _ = _opened(folder)
    name = _seat_in(rules, world, seat)
    try:
        page, mistakes = answer_to(rules, world, name, orders.read_text(encoding="utf-8", errors="replace"))
    except ConfigError as error:
        stop(str(error))
    typer.echo(f"Subject: {page.subject}\n\n{page.text}", nl=False)
    if mistakes:
        raise typer.Exit(1)


@app.command()
def forecast(folder: Folder, orders: OrdersFile, seat: SeatName) -> None:
    """Prints what would follow from these orders alone, in the world as this seat knows it."""
    rules, world, _ = _opened(folder)
    view = rules.view(world, _seat_in(rules, world, seat))
    sheet = rules.read(orders.read_text(encoding="utf-8", errors="replace"), view)
    typer.echo(render.to_text(rules.forecast(sheet, view)), nl=False)


@app.command()
def bots(folder: Folder) -> None:
    """Writes DIR/orders/SEAT.txt by computer player for every seat that has no orders yet."""
    rules, world, chance = _opened(folder)
    (folder / "orders").mkdir(exist_ok=True)
    for seat in rules.active(world):
        path = folder / "orders" / f"{seat}.txt"
        if not path.exists():
            path.write_text(rules.plan(rules.view(world, seat), chance), encoding="utf-8")
            typer.echo(f"{path}")


@app.command()
def turn(
    folder: Folder,
    documents: Annotated[bool, typer.Option(help="Make the reports too.")] = True,
) -> None:
    """Runs the turn with DIR/orders/*.txt and writes world.json and DIR/turn-NNN; the orders move there too."""
    rules, world, chance = _opened(folder)
    number = rules.turn(world)
    texts = {seat: folder / "orders" / f"{seat}.txt" for seat in rules.active(world)}
    sheets = {
        seat: rules.read(path.read_text(encoding="utf-8", errors="replace"), rules.view(world, seat))
        for seat, path in texts.items()
        if path.exists()
    }
    seats = rules.active(world)
    outcome = rules.resolve(world, sheets, chance)
    done = _turn_folder(folder, number)
    done.mkdir(exist_ok=True)
    if documents:
        reports = [rules.report(rules.view(outcome.world, seat), seen(outcome.events, seat)) for seat in seats]
        before = [_front_in(_turn_folder(folder, number - 1) / seat) for seat in seats]
        _write_all(
            [(following(*pair), done / seat) for pair, seat in zip(zip(reports, before, strict=True), seats, strict=True)]
        )
    (done / "world-before.json").write_bytes(rules.dump(world))
    (folder / "world.json").write_bytes(rules.dump(outcome.world))
    for seat, path in texts.items():
        if path.exists():
            (done / seat).mkdir(exist_ok=True)
            path.replace(done / seat / "orders.txt")
    typer.echo(f"Turn {number} has run with the orders of {len(sheets)} of {len(seats)} seats; see {done}.")
    if outcome.finished:
        typer.echo(f"The game is over. Won by: {', '.join(outcome.winners) or 'nobody'}.")
        for standing in outcome.standings:
            typer.echo(f"  {standing.rank:2} {standing.seat:8} {standing.score:7} {standing.note}".rstrip())


@app.command()
def schema(
    game: Annotated[str, typer.Argument(help="The game, for example great_jewels.")],
    report: Annotated[bool, typer.Option("--report", help="Only the schema of report.json.")] = False,
    world: Annotated[bool, typer.Option("--world", help="Only the schema of world.json.")] = False,
) -> None:
    """Prints the JSON Schemas of world.json and of report.json."""
    rules = game_named(game)
    both = {"world.json": rules.schema(), "report.json": render.report_schema()}
    chosen: Any = both["report.json"] if report else both["world.json"] if world else both
    typer.echo(json.dumps(chosen, indent=2, sort_keys=True))
