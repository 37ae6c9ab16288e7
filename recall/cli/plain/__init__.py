"""The review as a conversation in lines of text, for pipes, simple terminals and screen readers."""
