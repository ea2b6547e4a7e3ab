"""What is counted while the daemon works. Here nothing is; ``desk.service.metrics`` counts for Prometheus when
settings say so."""

from __future__ import annotations

from postern.desk.runtime.facts import Facts


class Counting:
    """One call for each thing that happens. Seconds are waiting times as people feel them."""

    def handled(self, state: str, seconds: float) -> None:
        """A letter was handled, so long after it was stored."""

    def delivered(self, kind: str, result: str, seconds: float) -> None:
        """A letter was handed to the server (or not: ``result``), so long after it was written."""

    def turn(self, game: str, seconds: float, ok: bool) -> None:
        """A turn was run, or failed."""

    def failed(self, task: str) -> None:
        """One of the daemon's tasks failed and begins again."""

    def looked(self, facts: Facts) -> None:
        """The daemon looked at itself: queues, mailbox, sending."""

    def close(self) -> None:
        """Nobody asks any more."""
