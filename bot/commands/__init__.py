"""The slash commands, thin: each decodes, calls a use case and draws; what they say and do lives in other rooms."""
