"""Which servers' clocks stand while which shards are away, and what they are owed for it: once, and nothing twice."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bot.shards import Shards, shard_of
from bot.storage import Outage, Shard

T0 = 1_800_000_000_000
S = 1_000


def server(shard: int) -> int:
    """A server of a shard, with up to a thousand shards."""
    return (shard << 22) + 70


def connected(count: int, at: int = T0) -> Shards:
    """Shards that are all there, with nothing owed."""
    shards = Shards()
    shards.begin(count, at)
    for shard in range(count):
        shards.note_connected(shard)
    shards.mark_credited(shards.over(at))
    return shards


def test_a_server_belongs_to_the_shard_that_discord_gives_it() -> None:
    """As in Discord's documentation: (guild_id >> 22) % num_shards."""
    assert [shard_of(server(number), 3) for number in range(6)] == [0, 1, 2, 0, 1, 2]
    assert shard_of(0, 16) == 0, "what belongs to no server comes on shard 0"


def test_before_it_connects_every_server_stands() -> None:
    shards = Shards()
    shards.begin(3, T0)
    assert [shards.stopped_since(server(shard)) for shard in range(3)] == [T0, T0, T0]
    shards.note_connected(1)
    assert shards.over(T0 + 5 * S) == (), "its hands come on shard 0"
    shards.note_connected(0)
    assert shards.over(T0 + 5 * S) == (Outage(T0, T0 + 5 * S, (Shard(0, 3), Shard(1, 3))),)


def test_a_shard_that_is_away_stops_the_clocks_of_its_own_servers_alone() -> None:
    shards = connected(3)
    shards.note_lost(2, T0 + 10 * S)
    assert [shards.stopped_since(server(shard)) for shard in range(3)] == [None, None, T0 + 10 * S]
    shards.note_connected(2)
    assert shards.stopped_since(server(2)) == T0 + 10 * S, "nothing may expire before it is stored"
    outages = shards.over(T0 + 85 * S)
    assert outages == (Outage(T0 + 10 * S, T0 + 85 * S, (Shard(2, 3),)),)
    shards.mark_credited(outages)
    assert shards.stopped_since(server(2)) is None
    assert shards.over(T0 + 90 * S) == ()


def test_without_shard_0_no_hand_can_be_pressed_and_all_clocks_stand() -> None:
    shards = connected(3)
    shards.note_lost(0, T0)
    shards.note_lost(2, T0 + 10 * S)
    assert shards.stopped_clocks() == dict.fromkeys((Shard(number, 3) for number in range(3)), T0)
    shards.note_connected(0)
    outages = shards.over(T0 + 20 * S)
    assert outages == (Outage(T0, T0 + 20 * S, (Shard(0, 3), Shard(1, 3))),)
    assert shards.stopped_clocks(besides=outages) == {Shard(2, 3): T0}, "it stands since shard 0 went"
    shards.mark_credited(outages)
    shards.note_connected(2)
    assert shards.over(T0 + 30 * S) == (Outage(T0, T0 + 30 * S, (Shard(2, 3),)),)


def test_a_shard_that_goes_again_while_its_outage_is_stored_stands_from_there_on() -> None:
    shards = connected(2)
    shards.note_lost(1, T0)
    shards.note_connected(1)
    outages = shards.over(T0 + 10 * S)
    shards.note_lost(1, T0 + 11 * S)
    shards.mark_credited(outages)
    assert shards.stopped_since(server(1)) == T0 + 10 * S
    shards.note_connected(1)
    assert shards.over(T0 + 20 * S) == (Outage(T0 + 10 * S, T0 + 20 * S, (Shard(1, 2),)),)


def test_a_shard_that_comes_back_while_another_outage_is_stored_is_not_taken_for_stored() -> None:
    shards = connected(3)
    shards.note_lost(1, T0)
    shards.note_lost(2, T0 + S)
    shards.note_connected(1)
    outages = shards.over(T0 + 10 * S)
    shards.note_connected(2)
    shards.mark_credited(outages)
    assert shards.over(T0 + 12 * S) == (Outage(T0 + S, T0 + 12 * S, (Shard(2, 3),)),)


def test_a_silent_shard_is_away_since_its_last_sign_of_life() -> None:
    shards = connected(2)
    for shard in range(2):
        assert not shards.note_alive(shard, T0 + S)
    assert not shards.note_alive(0, T0 + 42 * S)
    shards.look_for_silence(T0 + 50 * S)
    assert shards.stopped_clocks() == {Shard(1, 2): T0 + S}
    assert (shards.away_ms(0, T0 + 50 * S), shards.away_ms(1, T0 + 50 * S)) == (0, 49 * S)
    assert shards.note_alive(1, T0 + 60 * S), "it is back without a break"
    assert shards.over(T0 + 60 * S) == (Outage(T0 + S, T0 + 60 * S, (Shard(1, 2),)),)


def test_a_break_after_a_silence_counts_from_the_silence() -> None:
    shards = connected(2)
    shards.note_alive(1, T0 + S)
    shards.note_lost(1, T0 + 300 * S)
    assert shards.stopped_clocks() == {Shard(1, 2): T0 + S}


def test_before_another_number_of_shards_all_outages_are_stored_up_to_that_moment() -> None:
    shards = connected(2)
    shards.note_lost(1, T0)
    shards.note_lost(0, T0 + 5 * S)
    assert shards.broken_off(T0 + 9 * S) == (
        Outage(T0 + 5 * S, T0 + 9 * S, (Shard(0, 2),)),
        Outage(T0, T0 + 9 * S, (Shard(1, 2),)),
    )
    shards.begin(3, T0 + 9 * S)
    assert shards.stopped_clocks() == dict.fromkeys((Shard(number, 3) for number in range(3)), T0 + 9 * S)


def test_a_break_of_a_shard_that_is_no_more_changes_nothing() -> None:
    shards = connected(2)
    shards.note_lost(5, T0)
    assert shards.stopped_clocks() == {}


def test_a_break_that_took_no_time_owes_nothing_and_stops_nothing() -> None:
    shards = connected(2)
    shards.note_lost(1, T0)
    shards.note_connected(1)
    assert shards.over(T0) == ()
    assert shards.stopped_since(server(1)) is None


_EVENTS = st.lists(
    st.tuples(st.sampled_from(["lost", "connected", "heard", "store", "look"]), st.integers(0, 3), st.integers(0, 90)),
    max_size=60,
)


@given(_EVENTS)
def test_whatever_happens_outages_of_a_server_never_overlap_and_none_is_left_at_the_end(
    events: list[tuple[str, int, int]],
) -> None:
    shards, now, stored = connected(4), T0, list[Outage]()
    for what, shard, seconds in events:
        now += seconds * S
        match what:
            case "lost":
                shards.note_lost(shard, now)
            case "connected":
                shards.note_connected(shard)
            case "heard":
                shards.note_alive(shard, now)
            case "look":
                shards.look_for_silence(now)
            case "store":
                outages = shards.over(now)
                stored += outages
                shards.mark_credited(outages)
    now += S
    for shard in range(4):
        shards.note_connected(shard)
    stored += shards.over(now)
    shards.mark_credited(shards.over(now))
    assert shards.stopped_clocks() == {}
    for number in range(4):
        own = [outage for outage in stored if Shard(number, 4) in outage.shards]
        assert all(outage.since < outage.until for outage in own)
        assert all(one.until <= other.since for one, other in pairwise(own))
