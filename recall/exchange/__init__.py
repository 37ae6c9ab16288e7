"""Progress in formats that other programs read, one file each."""
