"""Everything that features share with Discord: routing, messages, components, replies, formatting."""
