"""Sends discord.py to the stand-in: Python imports this module at its start, from the folder's place in PYTHONPATH."""

import os

import discord.gateway
import discord.http
import yarl

_URL = yarl.URL(os.environ["STANDIN_URL"])
discord.http.Route.BASE = str(_URL / "api" / "v10")
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = _URL.with_scheme("ws") / "gateway"
