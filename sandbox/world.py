"""The living world: one action at a time, passing time, and all readers informed of changes at once.

A lock admits one action or tick at a time to the simulation; changes are found by comparison with what was last
published, and go to every open page as one JSON text.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import math
import secrets
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

import simcord

from sandbox.people import LOCALES, Opening, Step
from sandbox.request import BadRequest
from sandbox.serialise import entities
from sandbox.simulation import Simulation

_log = logging.getLogger(__name__)
_TICK_S = 0.5
_GATHER_S = 0.02
_ANSWER_S = 3.0
# How long time passes after an action while the clock is stopped: the bot draws, and the house answers.
_AFTER_ACTION_S = 6.0

#: The answer of an action to the page, as a JSON object.
Reply = dict[str, Any]
#: One action in the simulation.
Action = Callable[[Simulation], Awaitable[Reply | None]]


class World:
    """The simulation with its ticker and its readers.

    Attributes:
        simulation: the simulated Discord.
        dismissed: the private answers that their readers have dismissed.
        banner: the sentence over the columns, and the column it is about; it goes with the first press.
        tour: the steps for a visitor who opens the page first.
        run: names this run, so that a page opened again knows whether it is still the same.
    """

    def __init__(self, simulation: Simulation, tour: Sequence[Step] = ()) -> None:
        self.simulation = simulation
        self.dismissed: set[int] = set()
        self.banner: dict[str, Any] | None = None
        self.tour = tuple(tour)
        self.run = secrets.token_hex(4)
        self._lock = asyncio.Lock()
        self._stirred = asyncio.Event()
        self._moved = asyncio.Event()
        self._moves = 0
        self._opening: tuple[Opening, Action] | None = None
        self._welcome: asyncio.Task[None] | None = None
        self._told: dict[str, str] = {}
        self._readers: set[asyncio.Queue[str | None]] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._busy = False
        self._acted_at = -math.inf
        self._errors = 0
        self._notices: deque[str] = deque()
        self._log_handler = _ErrorHandler(self._notices)
        self._loggers: list[logging.Logger] = []
        simulation.stirred = self._stirred.set

    # ---------------------------------------------------------------- life

    async def start(self) -> None:
        """Starts the simulation and its time."""
        await self.simulation.start()
        # A logger that does not propagate needs a handler of its own.
        named = [logging.getLogger(name) for name in ("discord", "bot")]
        self._loggers = [logging.getLogger(), *(logger for logger in named if not logger.propagate)]
        for logger in self._loggers:
            logger.addHandler(self._log_handler)
        self._tasks = [asyncio.create_task(self._tick()), asyncio.create_task(self._tell())]
        self.publish()

    async def stop(self) -> None:
        """Stops time, disconnects the readers, and closes the bot."""
        tasks = [*self._tasks, *([] if self._welcome is None else [self._welcome])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._tasks.clear()
        self.dismiss_readers()
        for logger in self._loggers:
            logger.removeHandler(self._log_handler)
        self._loggers = []
        async with self._lock:
            await self.simulation.stop()

    def dismiss_readers(self) -> None:
        """Ends every stream of changes."""
        for reader in self._readers:
            reader.put_nowait(None)

    async def _tick(self) -> None:
        activity = -1
        while True:
            await asyncio.sleep(_TICK_S)
            async with self._lock:
                if self.simulation.pace == 0 and self._now_s() - self._acted_at < _AFTER_ACTION_S:
                    await self._pass(partial(self.simulation.skip, _TICK_S))
                else:
                    await self._pass(self.simulation.catch_up)
                self.simulation.forget()
            if self.simulation.activity != activity or self._notices:
                activity = self.simulation.activity
                self._stirred.set()

    async def _pass(self, time_passes: Callable[[], Awaitable[None]]) -> None:
        try:
            await time_passes()
        except TimeoutError as error:
            if not self._busy:
                _log.info("the bot is at work: %s", error)
            self._busy = True
        except Exception as error:
            # Time must not stop for good after one failure.
            _log.exception("time did not pass")
            self._log_handler.report(error, "Time did not pass")
        else:
            self._busy = False

    async def _tell(self) -> None:
        while True:
            await self._stirred.wait()
            # What the bot does in one go is published in one go.
            await asyncio.sleep(_GATHER_S)
            self._stirred.clear()
            self.publish()

    # ---------------------------------------------------------------- acting

    async def act(self, action: Action) -> Reply:
        """Does one action, and waits for the bot's answer.

        Returns:
            The action's own reply, with `modal` where the bot showed a form, and with `error`, one sentence, where the
                action failed or the bot did not answer (it was `sent` then).
        """
        reply, _ = await self._act(action)
        return reply

    async def rest(self) -> None:
        """Waits until the bot has done all that follows. Raises `TimeoutError` where that does not end."""
        async with self._lock:
            await self.simulation.rest()
        self.publish()

    def prepare(self, opening: Opening, action: Action) -> None:
        """Sets what happens when the first visitor comes: the opening, and the action that does it."""
        self._opening = opening, action

    async def welcome(self, language: str) -> None:
        """Prepares the stage for the first visitor. Later visitors wait until it is done, and change nothing.

        The server, and the people who speak its language, speak the visitor's; people who spoke the visitor's language
        speak the server's, so that two languages are still heard. Then comes the opening.

        Args:
            language: the visitor's, such as `fr`; one that no locale begins with changes nothing.
        """
        if self._welcome is None:
            self._welcome = asyncio.create_task(self._prepare_stage(language))
        await asyncio.shield(self._welcome)

    async def _prepare_stage(self, language: str) -> None:
        before = self.simulation.guild.preferred_locale
        after = next((locale for locale in LOCALES if locale.split("-")[0] == language), before)
        if before.split("-")[0] != language and after != before:
            swapped = {before: after, after: before}
            async with self._lock:
                for person, locale in self.simulation.locales.items():
                    self.simulation.locales[person] = swapped.get(locale, locale)
                await self.simulation.speak(after)
        if self._opening is not None:
            await self._open(*self._opening)
        self.publish()

    async def _open(self, opening: Opening, action: Action) -> None:
        reply, result = await self._act(action)
        done = "error" not in reply and result is not None and not result.ephemeral
        sentence = opening.sentence if done else opening.otherwise
        if sentence:
            people = {person.key: str(user_id) for user_id, person in self.simulation.people.items()}
            self.banner = {"text": dict(sentence), "lookAt": people.get(opening.look_at or "") if done else None}

    async def _act(self, action: Action) -> tuple[Reply, simcord.InteractionResult | None]:
        reply: Reply = {}
        async with self._lock:
            await self._pass(self.simulation.catch_up)
            self._acted_at = self._now_s()
            self.simulation.latest = None
            try:
                reply = await action(self.simulation) or {}
            except TimeoutError:
                # Sent, and the bot still at work: the answer is awaited below, outside the lock.
                pass
            except (simcord.SetupError, simcord.BackendError) as error:
                reply = {"error": explain(error)}
            except BadRequest:
                raise
            except Exception as error:
                # For example a restart after which the bot did not come up again.
                _log.exception("an action failed")
                reply = {"error": f"That failed: {explain(error) or type(error).__name__}"}
            latest = self.simulation.latest
        self.publish()
        if latest is None or "choices" in reply:
            return reply, None
        result = self.simulation.result_of(latest.id)
        await self._wait_for_answer(result)
        if result.modal is not None:
            reply["modal"] = {"interaction": str(latest.id), **result.modal}
        elif not result.acknowledged:
            reply["error"] = "{name} did not respond within three seconds."
            reply["name"] = self.simulation.setting.bot
            reply["sent"] = True
        return reply, result

    async def _wait_for_answer(self, result: simcord.InteractionResult) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_ANSWER_S + _TICK_S):
                while not result.acknowledged:
                    await self._moved.wait()

    # ---------------------------------------------------------------- publishing

    def publish(self) -> None:
        """Sends every reader the changes since the last time."""
        self._moved.set()
        self._moved = asyncio.Event()
        now = {key: json.dumps(value, ensure_ascii=False) for key, value in self._entities()}
        changed = [f"{json.dumps(key)}:{text}" for key, text in now.items() if self._told.get(key) != text]
        gone = [key for key in self._told if key not in now]
        self._told = now
        jumped, self._moves = self._moves != self.simulation.moves, self.simulation.moves
        if changed or gone or jumped:
            self._send(self._frame(changed, gone))
        for error in self.simulation.env.errors_since(self._errors):
            self._errors += 1
            self._log_handler.report(error, "The bot failed")
        while self._notices:
            self._send(
                json.dumps(
                    {"now": self._now(), "pace": self.simulation.pace, "notice": self._notices.popleft()},
                    ensure_ascii=False,
                )
            )

    @contextlib.asynccontextmanager
    async def reader(self) -> AsyncIterator[asyncio.Queue[str | None]]:
        """A queue of JSON texts, the first with the whole world; None is the last."""
        queue: asyncio.Queue[str | None] = asyncio.Queue()
        whole = [f"{json.dumps(key)}:{text}" for key, text in self._told.items()]
        queue.put_nowait(self._frame(whole, None))
        self._readers.add(queue)
        try:
            yield queue
        finally:
            self._readers.discard(queue)

    def _entities(self) -> list[tuple[str, dict[str, Any]]]:
        banner = [("banner", dict(self.banner))] if self.banner else []
        tour = [("tour", {"run": self.run, "steps": [asdict(step) for step in self.tour]})]
        return [*entities(self.simulation, self.dismissed), *banner, *tour]

    def _frame(self, changed: list[str], gone: list[str] | None) -> str:
        whole = "true" if gone is None else "false"
        clock = f'"now":{self._now()},"pace":{self.simulation.pace}'
        return f'{{{clock},"whole":{whole},"set":{{{",".join(changed)}}},"gone":{json.dumps(gone or [])}}}'

    def _send(self, text: str) -> None:
        for reader in self._readers:
            reader.put_nowait(text)

    @staticmethod
    def _now_s() -> float:
        return asyncio.get_running_loop().time()

    def _now(self) -> int:
        return round(self.simulation.due().timestamp() * 1000)


class _ErrorHandler(logging.Handler):
    """Collects failures inside the bot, each once, to be shown on the page.

    discord.py only logs what a listener raises; other failures are both logged and recorded by simcord.
    """

    def __init__(self, notices: deque[str]) -> None:
        super().__init__(logging.ERROR)
        self._notices = notices
        self._seen: deque[BaseException] = deque(maxlen=50)

    def emit(self, record: logging.LogRecord) -> None:
        # Any thread may log; a deque allows that.
        if record.name.startswith(("asyncio", "aiohttp", "sandbox")):
            return
        error = record.exc_info[1] if record.exc_info else None
        if error is None:
            self._notices.append(f"The bot logged an error: {record.getMessage()}"[:300])
        else:
            self.report(error, record.getMessage())

    def report(self, error: BaseException, what: str) -> None:
        """Notes a failure once."""
        if not any(error is known for known in self._seen):
            self._seen.append(error)
            self._notices.append(f"{what}: {type(error).__name__}: {error}"[:300])


def explain(error: BaseException) -> str:
    """An error of the simulated Discord in a sentence or two."""
    return " ".join([str(error), *getattr(error, "__notes__", ())])
