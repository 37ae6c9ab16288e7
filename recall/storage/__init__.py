"""What is remembered: the journal of what the learner did, and the catalogue of the decks.

Only this package knows the database. ``store.Store`` opens it and hands out transactions; the
functions of ``journal``, ``history``, ``catalogue``, ``decks``, ``candidates``, ``search`` and
``identity`` take a transaction first and return the frozen values of ``records``.
"""
