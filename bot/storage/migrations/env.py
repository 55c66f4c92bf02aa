"""Applies migrations on the connection that `schema.version` passes. Alembic runs this file for every command.

The transaction is the caller's, too. So all migrations are applied, or none of them.
"""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
