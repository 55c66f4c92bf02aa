"""The migrations of the schema, shipped with the house and applied by `bot.storage.schema.version`."""
