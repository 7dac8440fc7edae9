"""Where tables are kept: SQLite by default, PostgreSQL for several servers. ``connect`` opens it."""
