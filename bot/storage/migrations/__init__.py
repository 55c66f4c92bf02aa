"""The migrations of the database's schema. `bot.storage.schema.version` applies them."""
