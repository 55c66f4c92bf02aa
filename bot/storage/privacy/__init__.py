"""Erasing a person, exporting what is stored of them, and retention. Each writes in batches of small transactions."""
