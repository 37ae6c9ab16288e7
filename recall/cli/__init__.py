"""The command line, and the only place click lives: one file a command in ``commands``.

``run`` is the way in; ``group`` names the commands without importing them; ``invocation`` opens the
library for one; ``plain`` is the review on lines of text. What is printed on standard output is
data, what is printed on standard error is said to a person. Exit codes: 0 fine, 1 problems found,
2 usage or configuration, 3 storage, 70 an error of the program itself, 130 interrupted.
"""
