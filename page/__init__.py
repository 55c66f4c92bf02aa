"""The page that replays a finished game in a browser, from the record in its address. Nothing that ships imports it."""
