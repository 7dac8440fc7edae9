"""The tables of the database as they are today. What leads there from older versions is in ``migrations``."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, MetaData, Table, Text

TABLES = MetaData()

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
)
Index("cards_seen", cards.c.seen)

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
