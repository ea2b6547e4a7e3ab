"""The embedded server's process: told what to serve in one line of JSON, it serves until its standard input ends."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from pathlib import Path

from postern.post.embedded.imap import start_imap
from postern.post.embedded.smtp import start_smtp


async def serve() -> None:
    """Read the order, start both servers, answer with their ports, and wait for the end of input."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    order = json.loads(await reader.readline())
    root, accounts = Path(order["root"]), dict(order["accounts"])
    for address in accounts:
        for part in ("tmp", "new", "cur"):
            (root / "mail" / address / part).mkdir(parents=True, exist_ok=True)
        # A lock left behind by a killed server would block the mailbox for minutes.
        (root / "mail" / address / "dovecot-uidlist.lock").unlink(missing_ok=True)
    smtp = await start_smtp(root, accounts, order["smtp_port"])
    imap = await start_imap(root, accounts, order["imap_port"])
    ports = {"smtp_port": smtp.sockets[0].getsockname()[1], "imap_port": imap.sockets[0].getsockname()[1]}
    print(json.dumps(ports), flush=True)
    await reader.read()


def main() -> None:
    """Run until the parent lets go."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(name)s %(levelname)s %(message)s")
    asyncio.set_event_loop(loop := asyncio.new_event_loop())
    loop.run_until_complete(serve())
    # Idling clients keep threads of the IMAP library busy, which an orderly exit would wait for.
    logging.shutdown()
    os._exit(0)


if __name__ == "__main__":
    main()
