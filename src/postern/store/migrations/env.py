"""Alembic's environment: the migrations run on the connection they are given, in its transaction."""

from alembic import context
from sqlmodel import SQLModel

import postern.store.tables  # noqa: F401  (registers the tables)

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=SQLModel.metadata, render_as_batch=True)
context.run_migrations()
