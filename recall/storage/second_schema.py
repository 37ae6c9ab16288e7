"""The second step, word for word: whose records are whose, any kind of action, and drafts."""

STATEMENTS = (
    "ALTER TABLE review ADD COLUMN device TEXT",
    # A constraint cannot be taken off a table, so the actions move to one without it.
    """
    CREATE TABLE action_of_any_kind (
        sequence INTEGER NOT NULL,
        id TEXT NOT NULL,
        kind TEXT NOT NULL,
        target TEXT NOT NULL,
        at INTEGER NOT NULL,
        "offset" INTEGER NOT NULL,
        day INTEGER NOT NULL,
        body TEXT NOT NULL,
        device TEXT,
        PRIMARY KEY (sequence),
        UNIQUE (id)
    ) STRICT
    """,
    """
    INSERT INTO action_of_any_kind (sequence, id, kind, target, at, "offset", day, body)
    SELECT sequence, id, kind, target, at, "offset", day, body FROM action
    """,
    "DROP TABLE action",
    "ALTER TABLE action_of_any_kind RENAME TO action",
    "CREATE INDEX ix_action_at ON action (at, id)",
    "CREATE INDEX ix_action_kind ON action (kind)",
    "CREATE INDEX ix_action_target ON action (target)",
    """
    CREATE TRIGGER action_refuses_update BEFORE UPDATE ON action
    BEGIN SELECT RAISE(ABORT, 'action is append-only'); END
    """,
    """
    CREATE TRIGGER action_refuses_delete BEFORE DELETE ON action
    BEGIN SELECT RAISE(ABORT, 'action is append-only'); END
    """,
    """
    CREATE TABLE draft (
        name TEXT NOT NULL,
        at INTEGER NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (name)
    ) WITHOUT ROWID, STRICT
    """,
)
