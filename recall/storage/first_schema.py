"""The first schema, word for word as the first step creates it; it never changes again."""

STATEMENTS = (
    """
    CREATE TABLE action (
        sequence INTEGER NOT NULL,
        id TEXT NOT NULL,
        kind TEXT NOT NULL,
        target TEXT NOT NULL,
        at INTEGER NOT NULL,
        "offset" INTEGER NOT NULL,
        day INTEGER NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (sequence),
        CONSTRAINT ck_kind CHECK (kind IN ('undo', 'suspend', 'unsuspend', 'bury', 'unbury', 'flag',
            'unflag', 'reset', 'link', 'settings')),
        UNIQUE (id)
    ) STRICT
    """,
    "CREATE INDEX ix_action_at ON action (at, id)",
    "CREATE INDEX ix_action_kind ON action (kind)",
    "CREATE INDEX ix_action_target ON action (target)",
    """
    CREATE TABLE alias (
        name TEXT NOT NULL,
        uid TEXT NOT NULL,
        PRIMARY KEY (name)
    ) WITHOUT ROWID, STRICT
    """,
    "CREATE INDEX ix_alias_uid ON alias (uid)",
    """
    CREATE TABLE card (
        name TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        kind TEXT NOT NULL,
        facet TEXT NOT NULL,
        first_seen_day INTEGER NOT NULL,
        missing_since INTEGER,
        missing_at INTEGER,
        folder_id INTEGER,
        path TEXT,
        line INTEGER,
        title TEXT,
        source TEXT,
        folded TEXT,
        tags TEXT,
        PRIMARY KEY (name)
    ) WITHOUT ROWID, STRICT
    """,
    "CREATE INDEX ix_card_fingerprint ON card (fingerprint)",
    "CREATE INDEX ix_card_missing ON card (missing_at) WHERE missing_since IS NOT NULL",
    """
    CREATE TABLE card_state (
        uid TEXT NOT NULL,
        phase TEXT NOT NULL,
        step INTEGER,
        stability REAL,
        difficulty REAL,
        last_day INTEGER,
        interval INTEGER NOT NULL,
        due_day INTEGER,
        due_at INTEGER,
        reps INTEGER NOT NULL,
        lapses INTEGER NOT NULL,
        suspended INTEGER NOT NULL,
        buried_day INTEGER,
        flagged INTEGER NOT NULL,
        last_review_id TEXT,
        last_at INTEGER,
        PRIMARY KEY (uid),
        CONSTRAINT ck_phase CHECK (phase IN ('new', 'learning', 'review', 'relearning')),
        CONSTRAINT ck_stability CHECK (stability > 0),
        CONSTRAINT ck_counts CHECK (reps >= 0 AND lapses >= 0)
    ) WITHOUT ROWID, STRICT
    """,
    "CREATE INDEX ix_state_due ON card_state (due_day)",
    "CREATE INDEX ix_state_step ON card_state (due_at) WHERE due_at IS NOT NULL",
    """
    CREATE TABLE folder (
        id INTEGER NOT NULL,
        path TEXT NOT NULL,
        PRIMARY KEY (id),
        UNIQUE (path)
    ) STRICT
    """,
    """
    CREATE TABLE meta (
        "key" TEXT NOT NULL,
        value TEXT NOT NULL,
        PRIMARY KEY ("key")
    ) WITHOUT ROWID, STRICT
    """,
    """
    CREATE TABLE review (
        sequence INTEGER NOT NULL,
        id TEXT NOT NULL,
        name TEXT NOT NULL,
        at INTEGER NOT NULL,
        "offset" INTEGER NOT NULL,
        day INTEGER NOT NULL,
        rating INTEGER NOT NULL,
        milliseconds INTEGER NOT NULL,
        mode TEXT NOT NULL,
        retention REAL NOT NULL,
        due_day INTEGER,
        due_at INTEGER,
        answer TEXT,
        PRIMARY KEY (sequence),
        CONSTRAINT ck_rating CHECK (rating BETWEEN 1 AND 4),
        CONSTRAINT ck_milliseconds CHECK (milliseconds >= 0),
        CONSTRAINT ck_retention CHECK (retention > 0 AND retention < 1),
        CONSTRAINT ck_mode CHECK (mode IN ('review', 'quiz', 'blank-page', 'cram')),
        UNIQUE (id)
    ) STRICT
    """,
    "CREATE INDEX ix_review_at ON review (at, id)",
    "CREATE INDEX ix_review_day ON review (day)",
    "CREATE INDEX ix_review_name ON review (name)",
    """
    CREATE TABLE file (
        id INTEGER NOT NULL,
        folder_id INTEGER NOT NULL,
        path TEXT NOT NULL,
        standing INTEGER NOT NULL,
        size INTEGER NOT NULL,
        mtime_ns INTEGER NOT NULL,
        digest TEXT NOT NULL,
        title TEXT NOT NULL,
        kind TEXT NOT NULL,
        course TEXT,
        code TEXT,
        "order" TEXT,
        front_matter TEXT NOT NULL,
        PRIMARY KEY (id),
        CONSTRAINT uq_file_place UNIQUE (folder_id, path, standing),
        CONSTRAINT ck_standing CHECK (standing BETWEEN 0 AND 2),
        FOREIGN KEY(folder_id) REFERENCES folder (id)
    ) STRICT
    """,
    "CREATE INDEX ix_file_standing ON file (standing)",
    """
    CREATE TABLE entry (
        id INTEGER NOT NULL,
        file_id INTEGER NOT NULL,
        line INTEGER NOT NULL,
        "column" INTEGER NOT NULL,
        end_line INTEGER NOT NULL,
        kind TEXT NOT NULL,
        title TEXT NOT NULL,
        source TEXT NOT NULL,
        folded TEXT NOT NULL,
        tags TEXT NOT NULL,
        "references" TEXT NOT NULL,
        retention REAL,
        PRIMARY KEY (id),
        FOREIGN KEY(file_id) REFERENCES file (id) ON DELETE CASCADE
    ) STRICT
    """,
    "CREATE INDEX ix_entry_file ON entry (file_id)",
    """
    CREATE TABLE problem (
        id INTEGER NOT NULL,
        file_id INTEGER NOT NULL,
        line INTEGER NOT NULL,
        "column" INTEGER NOT NULL,
        code TEXT NOT NULL,
        level TEXT NOT NULL,
        message TEXT NOT NULL,
        hint TEXT NOT NULL,
        whole INTEGER NOT NULL,
        PRIMARY KEY (id),
        FOREIGN KEY(file_id) REFERENCES file (id) ON DELETE CASCADE
    ) STRICT
    """,
    "CREATE INDEX ix_problem_file ON problem (file_id)",
    """
    CREATE TABLE placement (
        id INTEGER NOT NULL,
        file_id INTEGER NOT NULL,
        entry_id INTEGER NOT NULL,
        position INTEGER NOT NULL,
        uid TEXT NOT NULL,
        name TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        facet TEXT NOT NULL,
        point INTEGER NOT NULL,
        twice INTEGER NOT NULL,
        held INTEGER NOT NULL,
        PRIMARY KEY (id),
        FOREIGN KEY(file_id) REFERENCES file (id) ON DELETE CASCADE,
        FOREIGN KEY(entry_id) REFERENCES entry (id) ON DELETE CASCADE
    ) STRICT
    """,
    "CREATE INDEX ix_placement_entry ON placement (entry_id)",
    "CREATE INDEX ix_placement_file ON placement (file_id, position)",
    "CREATE INDEX ix_placement_name ON placement (name)",
    "CREATE INDEX ix_placement_uid ON placement (uid)",
    """
    CREATE TRIGGER review_refuses_update BEFORE UPDATE ON review
    BEGIN SELECT RAISE(ABORT, 'review is append-only'); END
    """,
    """
    CREATE TRIGGER review_refuses_delete BEFORE DELETE ON review
    BEGIN SELECT RAISE(ABORT, 'review is append-only'); END
    """,
    """
    CREATE TRIGGER action_refuses_update BEFORE UPDATE ON action
    BEGIN SELECT RAISE(ABORT, 'action is append-only'); END
    """,
    """
    CREATE TRIGGER action_refuses_delete BEFORE DELETE ON action
    BEGIN SELECT RAISE(ABORT, 'action is append-only'); END
    """,
)
