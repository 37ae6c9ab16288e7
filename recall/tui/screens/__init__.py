"""One module for each screen; all but ``home`` are imported when they are first shown."""
