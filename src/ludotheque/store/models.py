"""The tables of the database as they are today. What leads there from older versions is in ``migrations``."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    and_,
    false,
)

TABLES = MetaData()

# KeptDice: what draws follow from. Apart from everything else, because nobody may see it before a game is over.
dice = Table(
    "dice",
    TABLES,
    Column("commitment", Text, primary_key=True),
    Column("root", Text, nullable=False),
    Column("place", Integer, nullable=False),
    Column("made", BigInteger, nullable=False),
)

# A TableInfo, and how its table stands after its last entry.
cards = Table(
    "cards",
    TABLES,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("edition", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("invite", Text, nullable=False),
    Column("opened", BigInteger, nullable=False),
    Column("opener", Text, nullable=False),
    Column("origin", Text),
    Column("status", Text, nullable=False),
    Column("players", Text, nullable=False),  # JSON: the same people as in sittings
    Column("turn", Text, nullable=False),  # JSON
    Column("computers", Boolean, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("length", Integer, nullable=False),  # how many entries: the next one has this number
    Column("sitters", Text, nullable=False, server_default="[]"),  # JSON: player, name and level by seat
    Column("result", Text),  # JSON: by seat
    Column("scores", Text),  # JSON: by seat
    Column("seen", BigInteger, nullable=False, server_default="0"),  # when somebody last opened it, about
    Column("commitment", Text, ForeignKey("dice.commitment")),  # to the secret of its dice
    Column("day", Text),  # whose daily game it is
    Column("counts", Boolean, nullable=False, server_default=false()),
    Column("duplicate", Boolean, nullable=False, server_default=false()),  # whether it is a leg of a duplicate match
    Column("twin", Text),  # in the second leg: the first, whose dice it has
)
Index("cards_seen", cards.c.seen)
Index("cards_day", cards.c.day)
has_own_dice = and_(cards.c.day.is_(None), cards.c.twin.is_(None))
Index(
    "cards_commitment",
    cards.c.commitment,
    unique=True,  # NULLs are all different
    sqlite_where=has_own_dice,
    postgresql_where=has_own_dice,
)

# Daily games: the dice of each day, and what the strongest computer scores with them.
days = Table(
    "days",
    TABLES,
    Column("game", Text, primary_key=True),
    Column("day", Text, primary_key=True),
    Column("commitment", Text, ForeignKey("dice.commitment"), nullable=False),
)
pars = Table(
    "pars",
    TABLES,
    Column("game", Text, primary_key=True),
    Column("day", Text, primary_key=True),
    Column("seed", Integer, primary_key=True),
    Column("score", Integer, nullable=False),
)

# Clustered by table: reading a table touches few pages, and a new entry dirties one page less.
entries = Table(
    "entries",
    TABLES,
    Column("table_id", Text, ForeignKey("cards.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer),
    Column("text", Text, nullable=False),
    Column("player", Text, nullable=False),  # "" for nobody, because a NULL would escape the unique key
    Column("key", Text),
    Column("more", Text, nullable=False),  # JSON
    sqlite_with_rowid=False,
)
has_key = entries.c.key.is_not(None)
Index(
    "entries_key",
    entries.c.table_id,
    entries.c.player,
    entries.c.key,
    unique=True,
    sqlite_where=has_key,
    postgresql_where=has_key,
)

# Who sits where: the way from a player to the tables.
sittings = Table(
    "sittings",
    TABLES,
    Column("table_id", Text, ForeignKey("cards.id"), primary_key=True),
    Column("player", Text, primary_key=True),
    sqlite_with_rowid=False,
)
Index("sittings_player", sittings.c.player)

players = Table(
    "players",
    TABLES,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("recovery", Integer, nullable=False, server_default="0"),  # which of this player's recovery links is good
)

records = Table(
    "records",
    TABLES,
    Column("id", Text, primary_key=True),
    Column("text", Text, nullable=False),
    Column("player", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("size", BigInteger, nullable=False, server_default="0"),  # bytes of the text
    Column("seen", BigInteger, nullable=False, server_default="0"),  # when somebody last opened it, about
)
Index("records_seen", records.c.seen, records.c.size)  # the sum of all sizes is read from it, without the texts

# Reports on games: what is to be judged, for whom, and how far it is. The id is that of the table or of the record.
reports = Table(
    "reports",
    TABLES,
    Column("id", Text, primary_key=True),
    Column("record", Text, nullable=False),  # what is judged: a table that is over may yet get a rematch, no event
    Column("seed", BigInteger, nullable=False),
    Column("quality", Text, nullable=False),
    Column("total", Integer, nullable=False),  # events
    Column("player", Text, nullable=False),  # who asked for it
    Column("rank", Integer, nullable=False),  # how many of theirs waited before it
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False, server_default="0"),  # the end of the lease of who works at it
    Column("tries", Integer, nullable=False, server_default="0"),  # claims since something was last judged
    Column("ending", Text),  # JSON: the values of the end and their error; there when all is judged
)
is_unfinished = reports.c.ending.is_(None)
Index("reports_waiting", reports.c.rank, reports.c.at, sqlite_where=is_unfinished, postgresql_where=is_unfinished)

judgements = Table(
    "judgements",
    TABLES,
    Column("report", Text, ForeignKey("reports.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # of the event, from 0 on
    Column("judged", Text, nullable=False),  # JSON
    sqlite_with_rowid=False,
)

# Puzzles: who tried which, how people stand in the puzzles of a game, and how a puzzle stands with people.
puzzle_tries = Table(
    "puzzle_tries",
    TABLES,
    Column("player", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("puzzle", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("first", Boolean, nullable=False),  # whether the first try was right
    Column("solved", Boolean, nullable=False),
    sqlite_with_rowid=False,
)
puzzle_people = Table(
    "puzzle_people",
    TABLES,
    Column("player", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("rating", Double, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("best", Integer, nullable=False),
    sqlite_with_rowid=False,
)
puzzle_ratings = Table(
    "puzzle_ratings",
    TABLES,
    Column("game", Text, primary_key=True),
    Column("puzzle", Text, primary_key=True),
    Column("rating", Double, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("passed", Integer, nullable=False),
    sqlite_with_rowid=False,
)

# The turns of computer players that somebody waits for, and those answered a moment ago. Nothing here names a person
# or a table: thinkers on other machines read it. On PostgreSQL it is not logged; SQLite does not use it.
turns = Table(
    "turns",
    TABLES,
    Column("id", Text, primary_key=True),  # a keyed hash of table, seat and number
    Column("rules", Text, nullable=False),  # the game and its edition
    Column("seat", Integer, nullable=False),
    Column("level", Integer, nullable=False),
    Column("position", Text, nullable=False),
    Column("share", Text, nullable=False),  # a keyed hash of the address on whose account it is
    Column("is_unattended", Boolean, nullable=False),
    Column("rank", Integer, nullable=False),  # how many of that share waited before it
    Column("wanted_at", BigInteger, nullable=False),
    Column("wanted_until", BigInteger, nullable=False),
    Column("holder", Text, nullable=False, server_default=""),  # who thinks about it
    Column("token", Integer, nullable=False, server_default="0"),  # how often it was claimed
    Column("until", BigInteger, nullable=False, server_default="0"),  # the end of the lease
    Column("answer", Text),
)
is_waiting = turns.c.answer.is_(None)
Index(
    "turns_waiting",
    turns.c.is_unattended,
    turns.c.rank,
    turns.c.wanted_at,
    sqlite_where=is_waiting,
    postgresql_where=is_waiting,
)

settings = Table("settings", TABLES, Column("name", Text, primary_key=True), Column("value", Text, nullable=False))

schema_version = Table("schema_version", TABLES, Column("version", Integer, primary_key=True))
