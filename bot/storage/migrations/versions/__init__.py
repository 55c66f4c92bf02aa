"""The steps of the schema, one file for each, in order. A file uses no other code of the bot that may change later."""
