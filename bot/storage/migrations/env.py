"""Run by Alembic for every command: applies migrations on the connection that `schema_version` hands over.

The transaction is the caller's, too, so that a schema is either brought up whole or left as it was.
"""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
