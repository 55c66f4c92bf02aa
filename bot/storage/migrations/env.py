"""Applies migrations on the connection that `schema.version` passes. Alembic runs this file for every command.

The transaction is the caller's, too, so that a schema is either brought up completely or not changed.
"""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
