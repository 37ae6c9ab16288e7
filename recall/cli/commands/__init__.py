"""The commands, each a module that holds one click command named ``command``."""
