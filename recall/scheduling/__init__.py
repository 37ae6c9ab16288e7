"""Memory and due dates. fsrs lives here only."""
