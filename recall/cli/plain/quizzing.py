"""A quiz as a conversation: a question, a line with the answer, and at the end the result.

A wrong answer is saved at once. A right one waits for a line, because it may have been a guess; the
end of the input takes it as known.
"""

from __future__ import annotations

import sys
from typing import TextIO

from recall.cli.plain.conversation import Conversation, EndOfInput
from recall.cli.plain.replies import command_of
from recall.cli.streams import columns
from recall.errors import StaleCard, StorageError
from recall.library.library import Library
from recall.library.quiz import QuizSession

_ASK = "Enter goes on; g means that it was a guess."


def quiz(library: Library, session: QuizSession) -> int:
    """Run a quiz on standard input and output.

    Returns the exit code: 0, or that of StorageError when the last answer could not be saved.
    """
    conversation = QuizConversation(library, session, sys.stdin, sys.stdout, columns())
    return 0 if conversation.run() else StorageError.exit_code


class QuizConversation(Conversation):
    """A quiz over a stream of lines and a stream of text."""

    def __init__(
        self,
        library: Library,
        session: QuizSession,
        source: TextIO,
        target: TextIO,
        columns: int,
    ) -> None:
        super().__init__(library, session, source, target, columns)
        self._quiz = session

    def ending(self) -> str:
        """Return the score, and each miss with its reason and where the lesson treats it."""
        return self._pages.result(self._quiz.result())

    def _grade(self) -> None:
        """Save the answer; a right one after the learner was asked whether it was a guess."""
        verdict = self._quiz.verdict
        if verdict is None or not verdict.right:
            if not self._go_on(guessed=False):
                self._wait_for_retry()
            return
        self._say(_ASK)
        while True:
            try:
                line = self._read().strip()
            except EndOfInput:
                self._go_on(guessed=False)
                raise
            command = command_of(line, line_is_answer=False)
            if command is not None:
                if command == "q":
                    self._go_on(guessed=False)
                if self._obey(command):
                    return
            elif line in ("", "g"):
                if self._go_on(guessed=line == "g"):
                    return
            else:
                self._say(_ASK)

    def _wait_for_retry(self) -> None:
        while True:
            self._read()
            if self._go_on(guessed=False):
                return

    def _go_on(self, *, guessed: bool) -> bool:
        """Save the answer; return whether to go on to the next question."""
        try:
            self._quiz.go_on(guessed=guessed)
        except StaleCard as error:
            self._say_error(error)
        except StorageError as error:
            self._unsaved = True
            self._say_error(error)
            self._say("The answer is not saved. Press Enter to try once more.")
            return False
        self._unsaved = False
        if self._quiz.leech is not None:
            self._say(self._quiz.leech.sentence)
        return True
