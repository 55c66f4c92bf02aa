"""Which servers' clocks stand while which shards are away, and the time owed to them: once, and nothing twice."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bot.rows.outages import Outage, Shard
from bot.shards import Shards, shard_of

T0 = 1_800_000_000_000
S = 1_000


def server(shard: int) -> int:
    """A server of a shard, with up to a thousand shards."""
    return (shard << 22) + 70


def connected(count: int, at: int = T0) -> Shards:
    """Returns shards that are all connected, with nothing owed."""
    shards = Shards()
    shards.begin(count, at)
    for shard in range(count):
        shards.note_connected(shard)
    shards.mark_credited(shards.over(at))
    return shards


def test_a_server_belongs_to_the_shard_that_discord_gives_it() -> None:
    """By Discord's documentation: (guild_id >> 22) % num_shards."""
    assert [shard_of(server(number), 3) for number in range(6)] == [0, 1, 2, 0, 1, 2]
    assert shard_of(0, 16) == 0, "direct messages come on shard 0"


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


def test_a_server_that_is_away_stops_its_own_clocks_alone() -> None:
    shards, other = connected(3), server(2) + 1
    shards.note_server_lost(server(2), T0 + 10 * S)
    assert (shards.stopped_since(server(2)), shards.stopped_since(other)) == (T0 + 10 * S, None)
    assert shards.over(T0 + 20 * S) == ()
    assert shards.stopped_servers() == {server(2): T0 + 10 * S}
    assert shards.note_server_back(server(2))
    outages = shards.over(T0 + 85 * S)
    assert outages == (Outage(T0 + 10 * S, T0 + 85 * S, (), (server(2),)),)
    assert shards.stopped_since(server(2)) == T0 + 10 * S, "nothing may expire before it is stored"
    assert shards.stopped_servers(outages) == {}
    shards.mark_credited(outages)
    assert shards.stopped_since(server(2)) is None
    assert not shards.note_server_back(server(2))


def test_a_server_whose_shard_goes_away_as_well_is_owed_each_moment_once() -> None:
    shards = connected(3)
    shards.note_server_lost(server(2), T0)
    shards.note_lost(2, T0 + 10 * S)
    shards.note_connected(2)
    outages = shards.over(T0 + 20 * S)
    part, whole = Outage(T0, T0 + 10 * S, (), (server(2),)), Outage(T0 + 10 * S, T0 + 20 * S, (Shard(2, 3),))
    assert outages == (part, whole)
    shards.mark_credited(outages)
    assert shards.stopped_since(server(2)) == T0 + 20 * S, "it is still away by itself"
    shards.note_server_back(server(2))
    assert shards.over(T0 + 30 * S) == (Outage(T0 + 20 * S, T0 + 30 * S, (), (server(2),)),)


def test_a_part_of_a_server_is_kept_until_the_outage_of_its_shard_is_over() -> None:
    """A stored outage with a past moment would be taken for the last sign of all."""
    shards = connected(3)
    shards.note_server_lost(server(2), T0)
    shards.note_lost(2, T0 + 10 * S)
    assert shards.over(T0 + 20 * S) == ()
    assert shards.stopped_servers() == {server(2): T0}


def test_servers_that_are_unavailable_at_a_start_are_away_since_their_shard_connected() -> None:
    shards = Shards()
    shards.begin(3, T0 - 9 * S)
    for shard in range(3):
        shards.note_connected(shard)
    shards.mark_credited(shards.over(T0))
    assert not shards.note_servers(2, [server(2)], T0 + 3 * S)
    assert shards.stopped_since(server(2)) == T0
    assert shards.note_servers(2, [], T0 + 5 * S), "a new session has it, or the bot was taken out meanwhile"
    assert shards.over(T0 + 5 * S) == (Outage(T0, T0 + 5 * S, (), (server(2),)),)


def test_a_server_of_another_process_is_stopped_once_its_shard_is_taken_over() -> None:
    shards = Shards()
    shards.begin(3, T0, owned=())
    for shard in range(3):
        shards.note_connected(shard)
    shards.note_server_lost(server(2), T0 + S)
    assert shards.stopped_servers() == {}
    shards.own(2, T0 + 10 * S, {server(2): T0 + S})
    outages = shards.over(T0 + 12 * S)
    assert outages == (
        Outage(T0 + S, T0 + 10 * S, (), (server(2),)),
        Outage(T0 + 10 * S, T0 + 12 * S, (Shard(2, 3),)),
    )
    shards.mark_credited(outages)
    assert shards.stopped_servers() == {server(2): T0 + 12 * S}
    shards.disown(2)
    assert shards.stopped_servers() == {}


_WHAT = ["lost", "connected", "heard", "store", "look", "server lost", "server back", "named", "asked", "stored"]
_EVENTS = st.lists(
    st.tuples(st.sampled_from(_WHAT), st.integers(0, 3), st.integers(0, 90)),
    max_size=60,
)


@given(_EVENTS)
def test_whatever_happens_outages_of_a_server_never_overlap_and_none_is_left_at_the_end(
    events: list[tuple[str, int, int]],
) -> None:
    shards, now, stored, asked = connected(4), T0, list[Outage](), tuple[Outage, ...]()
    away, away_at = set[int](), list[tuple[int, int, int]]()
    for what, shard, seconds in events:
        away_at += [(one, now, now + seconds * S) for one in away]
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
            case "server lost":
                shards.note_server_lost(server(shard), now)
                away.add(shard)
            case "server back":
                assert shards.note_server_back(server(shard)) == (shard in away)
                away.discard(shard)
            case "named":
                shards.note_servers(shard, [server(shard)] if shard in away else [], now)
            case "asked" if not asked:
                asked = shards.over(now)
            case "stored" | "store":
                # One at a time. Anything may happen while it is stored.
                asked = asked or shards.over(now)
                stored += asked
                shards.mark_credited(asked)
                asked = ()
    stored += asked
    shards.mark_credited(asked)
    now += S
    away_at += [(one, now - S, now) for one in away]
    for shard in range(4):
        shards.note_connected(shard)
        shards.note_server_back(server(shard))
    for _ in range(2):
        outages = shards.over(now)
        stored += outages
        shards.mark_credited(outages)
    assert (shards.stopped_clocks(), shards.stopped_servers()) == ({}, {})
    for number in range(4):
        of_it = [one for one in stored if Shard(number, 4) in one.shards or server(number) in one.servers]
        own = sorted(of_it, key=lambda outage: outage.since)
        assert all(outage.since < outage.until for outage in own)
        assert all(one.until <= other.since for one, other in pairwise(own))
        missed = [span for one, *span in away_at if one == number and span[0] < span[1] and not _covers(own, *span)]
        assert missed == []


def _covers(outages: list[Outage], since: int, until: int) -> bool:
    """Whether outages in their order cover a time without a gap."""
    for outage in outages:
        if outage.since <= since < outage.until:
            since = outage.until
    return since >= until


def test_a_pause_stops_all_clocks_and_is_owed_once_with_the_outage_of_a_shard_in_it() -> None:
    shards = Shards()
    shards.begin(2, 0)
    for shard in range(2):
        shards.note_connected(shard)
    shards.mark_credited(shards.over(10))
    shards.pause(100)
    shards.note_lost(1, 150)
    shards.note_connected(1)
    assert shards.over(200) == (), "it lasts"
    assert [shards.stopped_since(shard << 22) for shard in range(2)] == [100, 100]
    assert shards.away_ms(1, 200) == 0, "the gateway is there"
    shards.resume()
    assert shards.over(300) == (Outage(100, 300, (Shard(0, 2), Shard(1, 2))),)
    shards.mark_credited(shards.over(300))
    assert shards.stopped_since(0) is None
