"""The third step, word for word: what is known of each answer, sums of them, a wider index."""

STATEMENTS = (
    """
    CREATE TABLE answer_fact (
        sequence INTEGER NOT NULL,
        recall REAL,
        stability REAL,
        aimed REAL,
        first INTEGER NOT NULL,
        PRIMARY KEY (sequence)
    ) STRICT
    """,
    """
    CREATE TABLE answer_sum (
        grain TEXT NOT NULL,
        "key" TEXT NOT NULL,
        answers INTEGER NOT NULL,
        milliseconds INTEGER NOT NULL,
        counted INTEGER NOT NULL,
        remembered INTEGER NOT NULL,
        aims INTEGER NOT NULL,
        aimed INTEGER NOT NULL,
        predicted INTEGER NOT NULL,
        first_at INTEGER,
        last_at INTEGER,
        PRIMARY KEY (grain, "key")
    ) WITHOUT ROWID, STRICT
    """,
    "DROP INDEX ix_placement_uid",
    "CREATE INDEX ix_placement_uid ON placement (uid, twice, held, point, file_id, position)",
)
