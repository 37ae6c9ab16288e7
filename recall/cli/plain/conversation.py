"""A session as a conversation: a question is printed, a line is read, the answer is printed.

A grade needs a line of its own after the answer was printed. It is saved before the next question
is asked, so the end of the input, wherever it comes, loses nothing.
"""

from __future__ import annotations

import sys
from typing import TextIO

from recall.cards.memory import Rating
from recall.cli.plain import pages
from recall.cli.plain.replies import COMMANDS, command_of, literal, read_letters, read_order
from recall.cli.streams import columns
from recall.errors import RecallError, StaleCard, StorageError, UsageError
from recall.library.library import Library
from recall.library.session import StudySession
from recall.library.steps import step_in_words
from recall.library.values import AnswerMode, Response, Showing
from recall.study.course import StepKind
from recall.text import clean_line

_HELP = "\n".join(
    [
        "1, 2, 3 or 4 grades a card after its answer was shown; Enter takes the proposed grade.",
        *(f"{letter}   {meaning}" for letter, meaning in COMMANDS.items()),
        "Where an answer is written or chosen, put a colon before a command: :u. To answer with",
        "such text itself, double the colon: ::u.",
    ]
)


class _EndOfInput(Exception):
    """Nothing more will be read: the input ended or the learner left."""


def converse(library: Library, session: StudySession) -> int:
    """Run a session on standard input and output.

    Returns the exit code: 0, or that of StorageError when the last grade could not be saved.
    """
    conversation = Conversation(library, session, sys.stdin, sys.stdout, columns())
    return 0 if conversation.run() else StorageError.exit_code


class Conversation:
    """One session over a stream of lines and a stream of text, at a width of ``columns``."""

    def __init__(
        self,
        library: Library,
        session: StudySession,
        source: TextIO,
        target: TextIO,
        columns: int,
    ) -> None:
        self._library = library
        self._session = session
        self._source = source
        self._target = target
        self._pages = pages.Pages(columns)
        self._unsaved = False

    def run(self) -> bool:
        """Ask until no card is left or the input ends; return whether everything was saved."""
        session = self._session
        if session.current is None:
            self._say_nothing_to_do()
            return True
        for notice in session.notices:
            self._say(notice)
        try:
            while session.current is not None:
                if session.revealed or self._answer():
                    self._grade()
        except _EndOfInput:
            pass
        self._say(pages.ending(session.summary()))
        return not self._unsaved

    def _answer(self) -> bool:
        """Ask the current card; return whether it was answered, or another one is current now."""
        showing = self._session.current
        if showing is None:
            return False
        self._say(self._pages.question(showing, self._session.progress))
        is_answer = showing.mode in (AnswerMode.TYPE, AnswerMode.CHOOSE)
        while True:
            line = self._read()
            command = command_of(line, line_is_answer=is_answer)
            if command is not None:
                if self._obey(command):
                    return False
                continue
            try:
                response = _response(showing, line)
            except UsageError as error:
                self._say_error(error)
                continue
            verdict = self._session.reveal(response)
            self._say(self._pages.answer(showing, response, verdict))
            return True

    def _grade(self) -> None:
        """Ask for a grade until one is saved or another card is current."""
        session = self._session
        proposed = session.verdict.proposed if session.verdict is not None else None
        self._say(pages.ratings(session.previews(), proposed))
        while True:
            line = self._read().strip()
            command = command_of(line, line_is_answer=False)
            if command is not None:
                if self._obey(command):
                    return
            elif not line and proposed is not None:
                if self._save(proposed):
                    return
            elif line in {str(rating.value) for rating in Rating}:
                if self._save(Rating(int(line))):
                    return
            else:
                self._say("Write 1, 2, 3 or 4; ? shows the commands.")

    def _save(self, rating: Rating) -> bool:
        """Save a grade; return whether to go on to the next card."""
        try:
            self._session.grade(rating)
        except StaleCard as error:
            self._say_error(error)
        except StorageError as error:
            self._unsaved = True
            self._say_error(error)
            self._say("The grade is not saved. Write it again to try once more.")
            return False
        self._unsaved = False
        return True

    def _obey(self, command: str) -> bool:
        """Do what a command says; return whether the question must be asked anew."""
        try:
            return self._do(command)
        except RecallError as error:
            self._say_error(error)
            return False

    def _do(self, command: str) -> bool:
        session = self._session
        showing = session.current
        if command == "q":
            raise _EndOfInput
        if command == "u":
            undone = session.undo()
            self._say(undone.sentence if undone else "There is nothing to take back.")
            return undone is not None and not session.revealed
        if showing is None or command == "?":
            self._say(_HELP)
        elif command == "h":
            session.hint()
            self._say(self._pages.hint(showing))
        elif command == "i":
            card = self._library.card(showing.uid)
            self._say("\n".join((f"Due: {card.due}.", *card.why)))
        elif command == "f":
            self._say("Flagged." if session.flag() else "The flag is off.")
        elif command == "s":
            session.suspend()
            self._say("Suspended.")
            return True
        else:
            session.bury()
            self._say("Buried until tomorrow.")
            return True
        return False

    def _say_nothing_to_do(self) -> None:
        home = self._library.home()
        for notice in home.notices:
            self._say(notice)
        later = f" Next: {home.next_due}." if home.next_due else ""
        if home.step.kind is not StepKind.NOTHING:
            later = f" Next step: {step_in_words(home)}."
        self._say(f"Nothing is due.{later}")

    def _say_error(self, error: RecallError) -> None:
        self._say(f"{error.message} {error.hint}".rstrip())

    def _say(self, text: str) -> None:
        self._target.write(text + "\n\n")
        self._target.flush()

    def _read(self) -> str:
        if self._source.isatty():
            self._target.write("> ")
            self._target.flush()
        line = self._source.readline()
        if not line:
            raise _EndOfInput
        return line


def _response(showing: Showing, line: str) -> Response | None:
    """Return the answer in a line, None for a card that is only revealed. Raises UsageError."""
    match showing.mode:
        case AnswerMode.TYPE:
            return Response(typed=clean_line(literal(line)))
        case AnswerMode.CHOOSE:
            letters = [option.letter for option in showing.options]
            return Response(letters=read_letters(line, letters, several=showing.multiple))
        case AnswerMode.ARRANGE:
            return Response(order=read_order(line, len(showing.items)))
        case AnswerMode.REVEAL:
            return None
