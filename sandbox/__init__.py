"""The sandbox: the real bot on a simulated Discord, with a page on which one visitor plays all the people.

    people      the cast, and what has happened at the start         (plain values)
    portraits   what they look like                                  (drawings in art/)
    simulation  the simulated Discord                                (the only module that uses simcord's internals)
    serialise   the world as JSON
    world       one action at a time, passing time, changes to the readers
    request, values, actions     what a person can do
    server      the web server                                       (loopback only)
    run         the whole: start, address, end
    static/     the page: a small Discord client without any framework

Needs the extra `sandbox`. Takes a factory of the bot's client; imports nothing else of the bot.
"""

from sandbox.people import CAST, INVITED, LOCALES, Cast, CastMember, Opening, Step
from sandbox.portraits import portraits
from sandbox.run import Sandbox, SandboxError, serve
from sandbox.simulation import MakeClient

__all__ = [
    "CAST",
    "INVITED",
    "LOCALES",
    "Cast",
    "CastMember",
    "MakeClient",
    "Opening",
    "Sandbox",
    "SandboxError",
    "Step",
    "portraits",
    "serve",
]
