"""The data that the bot stores about people: export, erasure, and retention (how long data are kept)."""
