"""One module for each kind of entry: from its marked parts to its value."""
