"""The code between the features and Discord: routing, messages, components, replies, formatting."""
