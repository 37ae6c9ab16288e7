"""The screens of a blank page: writing, comparing, second chances, summary, and the list of all."""
