"""What a card is: kinds, identity, history and memory, as values of the standard library."""
