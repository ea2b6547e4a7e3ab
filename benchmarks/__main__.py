"""``./run bench [NAME …]``: measures and prints a table. Without names, everything but what takes long.

``./run bench scale --games N`` has N games due in a minute, 300 unless it is said.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
from collections.abc import Callable

import structlog
from rich.console import Console
from rich.table import Table

from benchmarks import adventurer_kings, alamaze, alternating, cosmos, crafted, desk, hosts, mail, many, scale, soak, turns
from benchmarks.figures import Figure

_ALL: dict[str, tuple[Callable[[], list[Figure]], ...]] = {
    "turns": (turns.measure, cosmos.measure, alamaze.measure, adventurer_kings.measure),
    "cosmos": (cosmos.measure,),
    "alamaze": (alamaze.measure,),
    "adventurer_kings": (adventurer_kings.measure,),
    "mail": (mail.latency, mail.burst, alternating.handler, desk.memory),
    "latency": (mail.latency,),
    "burst": (mail.burst,),
    "handler": (alternating.handler,),
    "memory": (desk.memory,),
    "crafted": (crafted.crafted,),
    "hundred": (many.hundred,),
    "thousand": (many.thousand,),
    "scale": (scale.scale, hosts.letters),
}
_USUAL = ("turns", "mail")


def main(names: list[str]) -> int:
    """Measures what is named; the exit code is 2 for a name that there is not."""
    if names[:1] == ["soak"]:
        return soak.main(names[1:])
    names = scale.without_options(names)
    # What the desk tells a log would stand among the figures, and count in them.
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    console = Console()
    unknown = [name for name in names if name not in _ALL]
    if unknown:
        console.print(f"There is no benchmark {' or '.join(unknown)}; there are: {', '.join(_ALL)}")
        return 2
    busy = os.getloadavg()[0]
    if busy > 0.5:
        console.print(f"This machine has other work to do (load {busy:.1f}): figures are worse than they could be.")
    table = Table("what", "measured", "aim", "how", box=None, pad_edge=False)
    for name in names or _USUAL:
        for work in _ALL[name]:
            console.print(f"{work.__module__.rpartition('.')[2]}: {(work.__doc__ or '').splitlines()[0]}", style="dim")
            for figure in work():
                table.add_row(figure.what, figure.value, figure.aim, figure.how)
    console.print(table)
    return 0


if __name__ == "__main__":
    # Told to stop, it leaves by the same way as otherwise, so that the servers it started are stopped too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    sys.exit(main(sys.argv[1:]))
