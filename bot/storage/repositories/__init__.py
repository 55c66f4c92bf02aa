"""One module for each aggregate that the database holds."""
