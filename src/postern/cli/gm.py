"""``postern gm``: what a game master does for the whole desk."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from postern.cli.serve import ConfigFile, settings
from postern.cli.words import refused, wrapped
from postern.desk.settings.config import Config, token_key

if TYPE_CHECKING:
    from postern.desk.doctor import Level
    from postern.post.oauth import Kept

app = typer.Typer(help="Look after the whole desk.", no_args_is_help=True)

_CONFIG = Path("config/postern.toml")


@app.command()
def login(
    config: ConfigFile = _CONFIG,
    browser: Annotated[bool, typer.Option("--browser", help="In a browser, also where a code would do.")] = False,
    paste: Annotated[
        bool, typer.Option("--paste", help="The browser is on another machine: paste the address at which it ends.")
    ] = False,
) -> None:
    """Logs in with a provider that takes no passwords (post.oauth in the settings); a running daemon takes it up."""
    from postern.post.oauth import OAuthFault, write_kept

    read = settings(config)
    try:
        kept = asyncio.run(_log_in(read, browser or paste, paste))
        write_kept(read.token_file, token_key(read), kept)
    except (OAuthFault, ValueError) as error:
        raise refused(error) from error
    typer.echo(f"Logged in. The token is kept in {read.token_file}, encrypted. Try it with: postern gm doctor")


@app.command()
def doctor(config: ConfigFile = _CONFIG) -> None:
    """Looks at mailbox, sending, DNS, clock, disk, database, secrets and games; exit code 1 when something does not work.

    It sends no letter and changes nothing (an access token that is about to end is renewed, as the daemon would).
    """
    from postern.desk.doctor import Level

    if asyncio.run(_examine(config)) is Level.FAIL:
        raise typer.Exit(1)


@app.command()
def reseal(
    was: Annotated[Path | None, typer.Option(help="The file with the secret that was used until now.", dir_okay=False)] = None,
    lost: Annotated[bool, typer.Option("--lost", help="There is no such file any more: give up the letters.")] = False,
    config: ConfigFile = _CONFIG,
) -> None:
    """Seals the letters in the database with another secret: the one that the settings or token.key hold now.

    Every reply address given out is worth nothing afterwards; whoever uses one is asked to confirm. Stop the daemon first.
    """
    from postern.desk.service.resealing import ResealError
    from postern.desk.service.resealing import reseal as seal_anew

    if (was is None) is not lost:
        raise refused("Name the file with the old secret (--was FILE), or say that it is lost (--lost).", 2)
    read = settings(config)
    try:
        anew, closed = seal_anew(read, was)
    except ResealError as error:
        raise refused(error) from error
    typer.echo(f"{anew} letters are sealed anew; {closed} cannot be opened any more.")
    if read.post.oauth is not None:
        typer.echo("The access token was kept with the old secret, too: postern gm login")


async def _examine(config: Path) -> Level:
    from postern.desk.doctor import Level, examine

    worst = Level.OK

    def begins(name: str) -> None:
        typer.echo(f"      looking at {name} ...", err=True)

    async for finding in examine(config, begins=begins):
        typer.echo(wrapped(f"{finding.level:5} {finding.about}: {finding.said}", " " * 6))
        if finding.remedy:
            typer.echo(wrapped(f"      → {finding.remedy}", " " * 8))
        if finding.level is Level.FAIL or worst is Level.OK:
            worst = finding.level
    typer.echo(
        {Level.OK: "All is well.", Level.WARN: "It works; look at the warnings.", Level.FAIL: "Something does not work."}[worst]
    )
    return worst


async def _log_in(config: Config, browser: bool, paste: bool) -> Kept:
    from postern.post.oauth import OAuthFault
    from postern.post.oauth_login import by_browser, by_device

    oauth = config.post.oauth
    if oauth is None:
        raise OAuthFault(
            'there is no [post.oauth] in the settings; add it with client_id = "..." (docs/hosting.md: Mail providers)'
        )
    if oauth.device_url and not browser:
        return await by_device(
            oauth, lambda page, code: typer.echo(f"On any device, open {page} and type the code {code}\nWaiting ...")
        )
    if not oauth.authorize_url:
        raise OAuthFault("[post.oauth] needs authorize_url or device_url")
    user = getattr(config.post.mailbox, "user", "")
    words = "Open this page in a browser on this machine" if not paste else "Open this page in any browser"

    async def pasted() -> str:
        question = "When the browser says that it cannot reach 127.0.0.1, copy the address that it shows to here"
        return str(await asyncio.to_thread(typer.prompt, question))

    return await by_browser(oauth, user, lambda page: typer.echo(f"{words}:\n\n{page}\n"), paste=pasted if paste else None)
