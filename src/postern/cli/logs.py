"""What the daemon says while it works: one line an event on standard error, as plain words or as JSON."""

from __future__ import annotations

import logging
import sys

import structlog
from structlog.typing import Processor

from postern.desk.settings.config import LogSettings
from postern.desk.settings.redaction import redact

_LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}


def processors(level: int) -> list[Processor]:
    """What every event passes through before it is written, ours and the libraries' alike; put further ones in here.

    Addresses, tokens and people's own words are heard only where everything is (DEBUG).
    """
    return [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        *([redact] if level > logging.DEBUG else []),
        structlog.processors.format_exc_info,
    ]


def set_up_logging(settings: LogSettings, verbose: bool = False) -> None:
    """Writes events from the configured level up (``verbose``: all of them); libraries are heard from warnings up."""
    level = logging.DEBUG if verbose else _LEVELS[settings.level]
    shared, renderer = processors(level), _renderer(settings)
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared, processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer]
        )
    )
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("postern").setLevel(level)
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(level),
        processors=[*shared, renderer],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


def _renderer(settings: LogSettings) -> Processor:
    if settings.format == "json":
        return structlog.processors.JSONRenderer(sort_keys=True)
    return structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"])
