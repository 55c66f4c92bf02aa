"""Erasing a person, exporting their rows, and retention. Each writes in batches of small transactions."""
