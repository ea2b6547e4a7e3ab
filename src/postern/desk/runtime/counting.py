"""What is counted while the daemon works. This class counts nothing; ``service.metrics`` counts for Prometheus, if the
settings say so."""

from __future__ import annotations

from postern.desk.runtime.facts import Facts


class Counting:
    """One method for each kind of event. Seconds are waiting times as people experience them."""

    def handled(self, state: str, seconds: float) -> None:
        """A letter was handled, this many seconds after it was stored."""

    def delivered(self, kind: str, result: str, seconds: float) -> None:
        """A letter was handed to the mail server (or not: ``result``), this many seconds after it was written."""

    def turn(self, game: str, seconds: float, ok: bool) -> None:
        """A turn was run, or failed."""

    def failed(self, task: str) -> None:
        """One of the daemon's tasks failed and begins again."""

    def looked(self, facts: Facts) -> None:
        """The daemon took a heartbeat: queues, mailbox, sending."""

    def close(self) -> None:
        """Nothing more will be counted."""
