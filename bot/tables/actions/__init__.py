"""The use cases of a table: what people can do at it. Each module has those of one subject."""
