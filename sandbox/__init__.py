"""The sandbox: the real bot on a simulated Discord, with a page on which one visitor plays all the people."""

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
