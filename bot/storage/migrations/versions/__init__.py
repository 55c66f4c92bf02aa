"""The steps of the schema, one file for each, in order. No file uses code of the bot that may change later."""
