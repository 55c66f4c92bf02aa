"""The packaged policy: its answers, its chances to win, and a sample computed again.

Independent deals test the values of the plans. The build measures the quality of the plans as gains of best replies.
All of it holds within the policy's model of the play, which no test proves.
"""

from __future__ import annotations

from importlib.resources import files
from random import Random
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecarte.ai.exchange.policy import Policy, PolicyInput, policy
from ecarte.ai.exchange.policy_file import unpack_table
from ecarte.ai.exchange.policy_view import policy_input
from ecarte.fair import shuffled
from ecarte.fair.chance import choose
from ecarte.game import (
    PACK,
    Accept,
    Card,
    Dialect,
    Discard,
    Event,
    HandError,
    Move,
    Phase,
    Play,
    Propose,
    Refuse,
    Rules,
    RulesError,
    Seat,
    State,
    Suit,
    begin,
    cards_of,
    deal,
    decide,
    evolve,
    legal_moves,
    mask_of,
    parse_cards,
    player_view,
)
from ecarte.odds import Role, open_tricks

_NEEDS = st.integers(1, 5)
_FILE = files("ecarte.ai") / "policy.bin"


@st.composite
def situations(draw: st.DrawFn) -> PolicyInput:
    """Draws anything that a player may know when deciding."""
    cards = draw(st.lists(st.sampled_from(PACK), min_size=6, max_size=6, unique=True))
    round_ = draw(st.integers(1, 4))
    took = None if round_ == 1 else draw(st.integers(0, 5))
    role = draw(st.sampled_from(Role))
    needs = draw(_NEEDS), draw(_NEEDS if cards[5].higher else st.integers(1, 4))
    return PolicyInput(mask_of(cards[:5]), cards[5], role, *needs, round_, took, draw(st.integers(1, 21)))


def say(seen: PolicyInput) -> float:
    """Returns the policy's chance of proposing or accepting."""
    return policy().propose(seen) if seen.role is Role.ELDER else policy().accept(seen)


@given(situations())
def test_every_answer_is_a_chance_in_thirds_and_a_part_of_the_hand(seen: PolicyInput) -> None:
    assert say(seen) * 3 in (0, 1, 2, 3)
    out = policy().discard(seen)
    assert out & ~seen.hand == 0
    assert (1 if seen.role is Role.ELDER else 0) <= out.bit_count() <= min(5, seen.talon)
    assert policy().discard(seen, 1).bit_count() >= 1


@given(situations())
def test_the_order_of_the_plain_suits_changes_nothing(seen: PolicyInput) -> None:
    plain = [suit for suit in Suit if suit is not seen.turn_up.suit]
    held = [seen.hand >> suit.shift & 0xFF for suit in plain]
    turned = dict(zip(plain, plain[1:] + plain[:1], strict=True))

    def moved(mask: int) -> int:
        return mask & seen.turn_up.suit.mask | sum(
            (mask >> suit.shift & 0xFF) << to.shift for suit, to in turned.items()
        )

    other = PolicyInput(
        moved(seen.hand),
        seen.turn_up,
        seen.role,
        seen.elder_needs,
        seen.dealer_needs,
        seen.round,
        seen.took,
        seen.talon,
    )
    assert say(other) == say(seen)
    if len(set(held)) == 3 and seen.talon >= 5:  # else one of two cards that are alike may go
        assert policy().discard(other) == moved(policy().discard(seen))


@given(situations())
def test_a_turn_up_is_dead_whatever_its_rank(seen: PolicyInput) -> None:
    trump, low = seen.turn_up.suit, Card.parse(f"7{seen.turn_up.suit}")
    if seen.turn_up is low or not seen.turn_up.higher or seen.hand & low.bit:
        return
    below = [card for card in PACK[trump.shift : trump.shift + 8] if seen.turn_up.bit < card.bit]
    hand = seen.hand
    for card in below:  # each trump below the turn-up moves up by one
        if hand & card.bit:
            hand ^= card.bit | card.bit >> 1
    other = PolicyInput(hand, low, seen.role, seen.elder_needs, seen.dealer_needs, seen.round, seen.took, seen.talon)
    assert say(other) == say(seen)


def test_a_king_of_trumps_that_is_paid_for_is_never_put_out() -> None:
    rng = Random(3)
    king = Card.parse("KS")
    for _ in range(300):
        rest = [card for card in shuffled(rng) if card is not king]
        needs = 2 + int(rng.random() * 4), 2 + int(rng.random() * 4)
        for role in Role:
            seen = PolicyInput(
                mask_of([king, *rest[:4]]), next(card for card in rest[4:] if card.suit is Suit.SPADES), role, *needs
            )
            assert not policy().discard(seen) & king.bit


def test_chances_grow_with_every_point_that_one_needs_less_and_the_other_more() -> None:
    chance = policy().chance
    for own in range(1, 6):
        for others in range(1, 6):
            assert 0 < chance(own, others) < 1
            if own > 1:
                assert chance(own - 1, others) > chance(own, others)
            if others > 1:
                assert chance(own, others - 1) < chance(own, others)


def test_a_chance_is_that_of_the_two_games_which_the_turn_up_leads_to() -> None:
    table = policy()
    for own in range(1, 6):
        for others in range(1, 6):
            turned = 0.0 if others == 1 else table.measurement(own, others - 1, king_turned=True).value
            held = table.measurement(own, others).value
            assert table.chance(own, others) == pytest.approx(held * 7 / 8 + turned / 8, abs=2e-6)


def test_best_answers_gain_little_at_every_score() -> None:
    measured = policy().measurements()
    assert len(measured) == 45
    for name, figures in measured.items():
        assert figures.elder_gain + figures.dealer_gain < 0.006, name
        assert 0.0 < figures.proposed < 1.0
        assert 1.0 >= figures.exchanges[0] >= figures.exchanges[1] >= figures.exchanges[2] >= 0.0


def worth(own: int, others: int, tricks: int, elder_pays: bool, dealer_pays: bool) -> float:
    """Returns the elder's chance after a deal, derived again from Laws 47-49 and the chances alone."""
    if own > 0 and others > 0:
        if tricks > 2:
            own -= 2 if dealer_pays or tricks == 5 else 1
        else:
            others -= 2 if elder_pays or tricks == 0 else 1
    return 1.0 if own <= 0 else 0.0 if others <= 0 else 1.0 - policy().chance(others, own)


def played(
    hands: list[int], turn_up: Card, needs: tuple[int, int], exchanges: int, pays: str, shift: list[list[float]]
) -> float:
    """Returns the value of playing these two hands, in the policy's model.

    Args:
        pays: the player who refused, and pays two for losing the point; or who would not go on.
    """
    hand, dealer = hands
    king = PACK[turn_up.shift].bit if turn_up.higher else 0
    own, others = needs[0] - bool(hand & king), needs[1] - bool(dealer & king)
    tricks, way = open_tricks(hand, dealer, turn_up.suit), 2 * min(exchanges, 2) + (pays == "dealer")
    row = [
        sum(both) for both in zip(shift[tricks], policy().play_shift(way, hand, dealer, turn_up, tricks), strict=True)
    ]
    assert sum(row) == pytest.approx(1)
    return sum(
        chance * worth(own, others, made, not exchanges and pays == "elder", not exchanges and pays == "dealer")
        for made, chance in enumerate(row)
        if chance
    )


def shifts(table: Policy, hand: int, turn_up: Card) -> list[list[float]]:
    """Returns how open-hand tricks turn into hidden-hand tricks, matched rank by rank."""
    hidden, opened_ = ([round(share * 10_000) for share in row] for row in table.play_spreads(hand, turn_up))
    shifted: list[list[float]] = [[0.0] * 6 for _ in range(6)]
    at, left = 0, hidden[0]
    for tricks, number in enumerate(opened_):
        if not number:
            shifted[tricks][tricks] = 1.0
        rest = number
        while rest:
            while not left and at < 5:
                at += 1
                left = hidden[at]
            both = min(rest, left) if left else rest
            shifted[tricks][at] += both / number
            rest -= both
            left -= min(both, left)
    return shifted


@pytest.mark.parametrize(("needs", "turn"), [((5, 5), "TS"), ((1, 2), "TS"), ((3, 1), "KS")])
def test_deals_of_our_own_come_to_the_value_that_was_measured(needs: tuple[int, int], turn: str) -> None:
    table, rng, turn_up, number = policy(), Random(8), Card.parse(turn), 2500
    total = squares = 0.0
    for _ in range(number):
        value, weight = 0.0, 1.0
        pack = [card.bit for card in shuffled(rng) if card is not turn_up]
        hands, top = [sum(pack[:5]), sum(pack[5:10])], 10
        took: list[int | None] = [None, None]
        for round_ in range(1, 5):
            shift = shifts(table, hands[0], turn_up)
            elder = PolicyInput(hands[0], turn_up, Role.ELDER, *needs, round_, took[1], 31 - top)
            dealer = PolicyInput(hands[1], turn_up, Role.DEALER, *needs, round_, took[0], max(5, 31 - top))
            proposes = table.propose(elder) if top < 31 else 0.0
            gives = table.accept(dealer) if proposes else 0.0
            value += weight * (1 - proposes) * played(hands, turn_up, needs, round_ - 1, "elder", shift)
            if proposes and gives < 1:
                value += weight * proposes * (1 - gives) * played(hands, turn_up, needs, round_ - 1, "dealer", shift)
            weight *= proposes * gives
            if not weight:
                break
            elder_out, dealer_out = table.discard(elder), table.discard(dealer)
            asked, more = elder_out.bit_count(), dealer_out.bit_count()
            hands[0] = hands[0] ^ elder_out | sum(pack[top : top + asked])
            top += asked
            if more > 31 - top:
                dealer_out = more = 0
            hands[1] = hands[1] ^ dealer_out | sum(pack[top : top + more])
            top += more
            took = [asked, more]
        total += value
        squares += value * value
    mean = total / number
    error = ((squares / number - mean * mean) / number) ** 0.5
    measured = table.measurement(*needs, king_turned=turn_up.higher == 0)
    assert abs(mean + measured.missed - measured.value) < 4 * (error + measured.error)


def test_whole_games_by_the_policy_are_lawful() -> None:
    rng = Random(5)
    for rules in (Rules(), Rules.of(Dialect.MODERN), Rules.of(Dialect.SHORT)):
        for _ in range(3):
            state: State = evolve(None, begin(rules, Seat.NORTH)[0])
            while state.phase is not Phase.OVER:
                events = deal(state, shuffled(rng)) if state.phase is Phase.DEAL else _step(state, rng)
                for event in events:
                    state = evolve(state, event)


def _step(state: State, rng: Random) -> tuple[Event, ...]:
    seat = state.turn
    assert seat is not None
    move: Move | None = None
    if state.phase in (Phase.PROPOSE, Phase.ANSWER, Phase.ELDER_DISCARD, Phase.DEALER_DISCARD):
        view = player_view(state, seat)
        move = _by_policy(view.discard_bounds, policy_input(view), rng)
    if move is None:
        move = choose([move for move in legal_moves(state) if isinstance(move, Play)], rng)
    return decide(state, seat, move)


def _by_policy(bounds: tuple[int, int] | None, seen: PolicyInput, rng: Random) -> Move | None:
    if bounds is not None:
        return Discard(cards_of(policy().discard(seen, bounds[0])))
    if seen.role is Role.ELDER:
        return Propose() if rng.random() < policy().propose(seen) else None
    return Accept() if rng.random() < policy().accept(seen) else Refuse()


def test_what_cannot_be_is_refused() -> None:
    hand, turn_up = mask_of(parse_cards("KS 9S AH 8D 7C")), Card.parse("TS")
    for bad in (hand | turn_up.bit, hand ^ Card.parse("KS").bit | turn_up.bit, hand | 1 << 40, 0):
        with pytest.raises(HandError):
            PolicyInput(bad, turn_up, Role.ELDER)
    for needs in ((0, 5), (5, 6), (-1, 3)):
        with pytest.raises(RulesError):
            PolicyInput(hand, turn_up, Role.ELDER, *needs)
    for round_, took in ((0, None), (1, 3), (2, None), (2, 6)):
        with pytest.raises(RulesError):
            PolicyInput(hand, turn_up, Role.ELDER, round=round_, took=took)
    with pytest.raises(RulesError):
        PolicyInput(hand, Card.parse("KD"), Role.ELDER, dealer_needs=5)  # a king turned up is marked already
    with pytest.raises(RulesError):
        policy().accept(PolicyInput(hand, turn_up, Role.ELDER))
    with pytest.raises(RulesError):
        policy().propose(PolicyInput(hand, turn_up, Role.DEALER))
    with pytest.raises(RulesError):
        policy().chance(5, 0)
    with pytest.raises(RulesError):
        policy().measurement(5, 5, king_turned=True)


def test_a_damaged_file_is_refused() -> None:
    content = _FILE.read_bytes()
    assert len(content) <= 3 << 20
    for bad in (content[:-1], content[:5000] + bytes([content[5000] ^ 1]) + content[5001:], b"", b"x" * 100):
        with pytest.raises(ValueError, match="damaged"):
            unpack_table(bad)


def test_it_is_read_in_fifty_milliseconds_and_answers_in_some_microseconds() -> None:
    hand, turn_up = mask_of(parse_cards("KS 9S AH 8D 7C")), Card.parse("TS")
    seen = PolicyInput(hand, turn_up, Role.ELDER)
    policy().propose(seen)  # the classes are made once for all
    loads, answers = [], []
    for _ in range(5):
        start = process_time()
        table = Policy(unpack_table(_FILE.read_bytes()))
        table.propose(seen)
        loads.append(process_time() - start)
        start = process_time()
        for _ in range(200):
            table.propose(seen)
        answers.append((process_time() - start) / 200)
    assert min(loads) < 0.05
    assert min(answers) < 0.0001


def test_a_dealer_who_must_exchange_names_a_card_though_the_talon_is_empty() -> None:
    """This happens after a conditional acceptance: the condition fails, but the discard has to be lawful."""
    turn_up, *hand = parse_cards("7S KS QS JS TS 9S")
    seen = PolicyInput(mask_of(hand), turn_up, Role.DEALER, round=3, took=3, talon=0)
    assert policy().discard(seen) == 0
    assert policy().discard(seen, 1).bit_count() == 1
