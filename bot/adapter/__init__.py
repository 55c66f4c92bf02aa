"""What every feature needs of Discord: routing, messages, components, replies, formatting."""
