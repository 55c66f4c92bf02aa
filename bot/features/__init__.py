"""One package for each feature: commands, handlers, rendering, text."""
