"""Triggers that guard the ledger against any writer, in the SQL of each kind of database.

The postings of a transaction are written first, then the row of the transaction. A trigger on this row checks the
postings together, and only then changes the balances. So an unbalanced transaction is never stored, and postings
without a transaction change no balance. On SQLite the triggers also raise the errors that the checks of columns would
raise, because INSERT OR IGNORE skips those. On PostgreSQL a constraint trigger checks again at the end of the
transaction, when the rows of other writers are visible. If a balance is changed by hand, no trigger refuses that, but
the audit finds it.

These are the guards of schema 0002. Once that schema is released, the statements of this file do not change. A later
schema that changes a guard has its own file, and `bot.storage.schema.guards` has the newest guards. See SQLite's page
on CREATE TRIGGER and PostgreSQL's pages on CREATE TRIGGER and on CONSTRAINT TRIGGER.
"""

from __future__ import annotations

from typing import Final

_ADD_UP_SQLITE: Final = """\
CREATE TRIGGER transactions_add_up AFTER INSERT ON transactions
BEGIN
    SELECT RAISE(ABORT, 'the postings of a transaction add up to zero')
    WHERE (SELECT coalesce(sum(amount), 1) FROM postings WHERE transaction_id = NEW.id) <> 0;
    SELECT RAISE(ABORT, 'a transaction is written against the house, which only gives, or against a game')
    WHERE NOT EXISTS (
        SELECT 1 FROM accounts LEFT JOIN postings ON account_id = accounts.id AND transaction_id = NEW.id
        WHERE accounts.id = NEW.against AND guild_id = NEW.guild_id
        AND (kind = 'escrow' OR (kind = 'house' AND amount < 0))
    );
    SELECT RAISE(ABORT, 'a transaction moves the chips of persons of its own server')
    WHERE EXISTS (
        SELECT 1 FROM postings LEFT JOIN accounts ON accounts.id = postings.account_id
        WHERE transaction_id = NEW.id AND account_id <> NEW.against
        AND (accounts.id IS NULL OR kind <> 'person' OR guild_id <> NEW.guild_id)
    );
    SELECT RAISE(ABORT, 'a game is settled once, to the last chip, and takes no stakes after that')
    WHERE EXISTS (SELECT 1 FROM transactions WHERE cause = 'end:' || NEW.against AND id <> NEW.id)
    OR (NEW.kind IN ('settlement', 'void') AND (
        NEW.cause <> 'end:' || NEW.against
        OR (SELECT balance FROM accounts WHERE id = NEW.against)
        + coalesce((SELECT amount FROM postings WHERE transaction_id = NEW.id AND account_id = NEW.against), 0) <> 0
    ));
    SELECT RAISE(ABORT, 'nobody falls below zero, and the house issues no more than 2 to the power of 53')
    WHERE EXISTS (
        SELECT 1 FROM postings JOIN accounts ON accounts.id = postings.account_id
        WHERE transaction_id = NEW.id AND CASE kind
        WHEN 'house' THEN balance + amount < -9007199254740992
        ELSE balance + amount NOT BETWEEN 0 AND 9007199254740992 END
    );
    UPDATE accounts SET balance = balance + (
        SELECT amount FROM postings WHERE transaction_id = NEW.id AND account_id = accounts.id
    )
    WHERE id IN (SELECT account_id FROM postings WHERE transaction_id = NEW.id);
END"""

_ADD_UP_POSTGRES: Final = """\
CREATE FUNCTION transactions_add_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT coalesce(sum(amount), 1) FROM postings WHERE transaction_id = NEW.id) <> 0 THEN
        RAISE check_violation USING MESSAGE = 'the postings of a transaction add up to zero';
    END IF;
    IF NOT EXISTS (
        SELECT 1 FROM accounts LEFT JOIN postings ON account_id = accounts.id AND transaction_id = NEW.id
        WHERE accounts.id = NEW.against AND guild_id = NEW.guild_id
        AND (kind = 'escrow' OR (kind = 'house' AND amount < 0))
    ) THEN
        RAISE check_violation
        USING MESSAGE = 'a transaction is written against the house, which only gives, or against a game';
    END IF;
    IF EXISTS (
        SELECT 1 FROM postings LEFT JOIN accounts ON accounts.id = postings.account_id
        WHERE transaction_id = NEW.id AND account_id <> NEW.against
        AND (accounts.id IS NULL OR kind <> 'person' OR guild_id <> NEW.guild_id)
    ) THEN
        RAISE check_violation USING MESSAGE = 'a transaction moves the chips of persons of its own server';
    END IF;
    IF EXISTS (SELECT 1 FROM transactions WHERE cause = 'end:' || NEW.against AND id <> NEW.id)
    OR (NEW.kind IN ('settlement', 'void') AND (
        NEW.cause <> 'end:' || NEW.against
        OR (SELECT balance FROM accounts WHERE id = NEW.against)
        + coalesce((SELECT amount FROM postings WHERE transaction_id = NEW.id AND account_id = NEW.against), 0) <> 0
    )) THEN
        RAISE check_violation
        USING MESSAGE = 'a game is settled once, to the last chip, and takes no stakes after that';
    END IF;
    UPDATE accounts SET balance = balance + amount FROM postings
    WHERE transaction_id = NEW.id AND account_id = accounts.id;
    RETURN NULL;
END $$"""

_ADD_UP_AT_THE_END: Final = """\
CREATE FUNCTION postings_add_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT sum(amount) FROM postings WHERE transaction_id = NEW.transaction_id) <> 0 THEN
        RAISE check_violation USING MESSAGE = 'the postings of a transaction add up to zero';
    END IF;
    RETURN NULL;
END $$"""

# Plain refusals: the trigger's name, its event, the condition on the row, and the message.
_REFUSALS: Final = (
    ("transactions_stay", "UPDATE ON transactions", "", "a transaction stands as it was written"),
    ("transactions_last", "DELETE ON transactions", "", "a transaction stands as it was written"),
    ("postings_stay", "UPDATE ON postings", "", "a posting stands as it was written"),
    ("postings_last", "DELETE ON postings", "", "a posting stands as it was written"),
    ("accounts_last", "DELETE ON accounts", "", "an account is never struck out"),
    ("accounts_begin_empty", "INSERT ON accounts", "NEW.balance <> 0", "an account begins with nothing"),
    ("accounts_stay", "UPDATE OF id, guild_id, kind, number ON accounts", "", "an account stays what it is"),
    (
        "accounts_keep_their_holders",
        "UPDATE OF holder ON accounts",
        "OLD.kind <> 'person' OR NEW.holder >= 0",
        "an account changes its holder only when he is forgotten",
    ),
)

# Refusals whose condition reads another table. They are needed because INSERT OR REPLACE deletes rows without firing
# the triggers of a deletion.
_LOOKING: Final = (
    (
        "postings_come_first",
        "postings",
        "EXISTS (SELECT 1 FROM transactions WHERE id = NEW.transaction_id)",
        "a transaction stands as it was written",
    ),
    (
        "transactions_come_once",
        "transactions",
        "EXISTS (SELECT 1 FROM transactions WHERE id = NEW.id OR cause = NEW.cause)",
        "a transaction is written once",
    ),
)

# The names of all triggers. The first one checks the transaction as a whole.
GUARDS: Final = ("transactions_add_up", *(name for name, *_ in (*_REFUSALS, *_LOOKING)))


def guards(dialect: str) -> tuple[str, ...]:
    """Returns the SQL statements that create the guards. `dialect` is SQLAlchemy's name of the kind of database."""
    if dialect == "sqlite":
        plain = ((name, event, condition, why) for name, event, condition, why in _REFUSALS)
        looking = ((name, f"INSERT ON {table}", condition, why) for name, table, condition, why in _LOOKING)
        return (_ADD_UP_SQLITE, *(_sqlite(*refusal) for refusal in (*plain, *looking)))
    return (
        _ADD_UP_POSTGRES,
        "CREATE TRIGGER transactions_add_up AFTER INSERT ON transactions"
        " FOR EACH ROW EXECUTE FUNCTION transactions_add_up()",
        _ADD_UP_AT_THE_END,
        "CREATE CONSTRAINT TRIGGER postings_add_up AFTER INSERT ON postings"
        " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION postings_add_up()",
        "CREATE FUNCTION ledger_refuses() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN RAISE check_violation USING MESSAGE = TG_ARGV[0]; END $$",
        *(_postgres(*refusal) for refusal in _REFUSALS),
        *(statement for refusal in _LOOKING for statement in _postgres_looking(*refusal)),
    )


def _sqlite(name: str, event: str, condition: str, why: str) -> str:
    when = f"\nWHEN {condition}" if condition else ""
    return f"CREATE TRIGGER {name} BEFORE {event}{when}\nBEGIN SELECT RAISE(ABORT, '{why}'); END"


def _postgres(name: str, event: str, condition: str, why: str) -> str:
    when = f" WHEN ({condition})" if condition else ""
    return f"CREATE TRIGGER {name} BEFORE {event} FOR EACH ROW{when} EXECUTE FUNCTION ledger_refuses('{why}')"


def _postgres_looking(name: str, table: str, condition: str, why: str) -> tuple[str, str]:
    # On PostgreSQL the condition of a trigger cannot read another table, but a function can.
    return (
        f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        f" IF {condition} THEN RAISE check_violation USING MESSAGE = '{why}'; END IF; RETURN NEW; END $$",
        f"CREATE TRIGGER {name} BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()",
    )
