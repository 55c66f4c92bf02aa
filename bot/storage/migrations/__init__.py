"""The migrations of the schema, shipped with the bot and applied by `bot.storage.schema.version`."""
