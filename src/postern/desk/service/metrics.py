"""Metrics for Prometheus on a local port: letters, answers, waiting times, queues, turns, failures."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server

from postern.desk.runtime.counting import Counting
from postern.desk.runtime.facts import Facts
from postern.desk.settings.config import MetricsSettings
from postern.post.condition import Link

_WAITS = (0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 300, 1800, 7200)
_RUNS = (0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 120)


class Metrics(Counting):
    """Counts, and serves what it counted at /metrics until closed. Raises OSError when the port is taken."""

    def __init__(self, settings: MetricsSettings) -> None:
        registry = CollectorRegistry()

        def gauge(name: str, words: str, *labels: str) -> Gauge:
            return Gauge(f"postern_{name}", words, labels, registry=registry)

        self._letters = Counter("postern_letters_in", "Letters handled, by what became of them", ["state"], registry=registry)
        self._handling = Histogram(
            "postern_handling_seconds", "From a letter's storing to its answer's writing", buckets=_WAITS, registry=registry
        )
        self._sent = Counter(
            "postern_letters_out", "Attempts to send, by kind and result", ["kind", "result"], registry=registry
        )
        self._sending = Histogram(
            "postern_sending_seconds",
            "From a letter's writing to its sending",
            ["kind"],
            buckets=_WAITS,
            registry=registry,
        )
        self._turns = Counter("postern_turns", "Turns run, by game and result", ["game", "result"], registry=registry)
        self._running = Histogram("postern_turn_seconds", "How long turns take", buckets=_RUNS, registry=registry)
        self._failures = Counter("postern_task_failures", "Tasks that failed and began again", ["task"], registry=registry)
        self._inbox = gauge("inbox_waiting", "Letters stored and not handled yet")
        self._outbox = gauge("outbox_waiting", "Letters written and not sent yet")
        self._oldest = gauge("outbox_oldest_seconds", "How long the letter that waits longest is due")
        self._mailbox = gauge("mailbox_connected", "1 while the mailbox is open")
        self._smtp = gauge("sending_works", "1 while the server takes letters")
        self._overdue = gauge("turn_overdue_seconds", "How late the latest turn is")
        self._disk = gauge("disk_free_bytes", "Free space beside the database")
        self._brakes = gauge("brakes_on", "Brakes on answers, to single addresses or to everybody")
        self._paused = gauge("addresses_paused", "Addresses whose letters are kept because they came back")
        self._beat = gauge("last_beat_timestamp_seconds", "When the daemon last looked at itself")
        self._server, self._thread = start_http_server(settings.port, settings.host, registry)
        self.port: int = self._server.server_port

    def handled(self, state: str, seconds: float) -> None:
        """See Counting."""
        self._letters.labels(state).inc()
        self._handling.observe(seconds)

    def delivered(self, kind: str, result: str, seconds: float) -> None:
        """See Counting."""
        self._sent.labels(kind, result).inc()
        if result == "sent":
            self._sending.labels(kind).observe(seconds)

    def turn(self, game: str, seconds: float, ok: bool) -> None:
        """See Counting."""
        self._turns.labels(game, "ran" if ok else "failed").inc()
        self._running.observe(seconds)

    def failed(self, task: str) -> None:
        """See Counting."""
        self._failures.labels(task).inc()

    def looked(self, facts: Facts) -> None:
        """See Counting."""
        self._inbox.set(facts.queues.inbox)
        self._outbox.set(facts.queues.outbox)
        self._oldest.set(facts.queues.outbox_overdue)
        self._mailbox.set(facts.mailbox.link is Link.UP)
        self._smtp.set(facts.sending.link is Link.UP)
        self._overdue.set(facts.queues.turn_overdue)
        self._disk.set(facts.disk_free)
        self._brakes.set(facts.brakes)
        self._paused.set(facts.paused)
        self._beat.set(facts.at.timestamp())

    def close(self) -> None:
        """Closes the port."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(2)
