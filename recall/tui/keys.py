"""Every key of the interface, in one table that the screens, their bottom lines and the help use.

Learners remap it in ``config.toml``::

    [keys]
    "review.undo" = "z"
    "review.answer" = "space, enter"

A key is one character, or one of the names in ``KEY_NAMES``. There are no function keys and no Ctrl
combinations outside text entry, because terminals and multiplexers take those for themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import StrEnum
from typing import TYPE_CHECKING

from recall.errors import ConfigurationError

if TYPE_CHECKING:
    from textual import events

KEY_NAMES: Mapping[str, str] = {
    "space": "Space",
    "enter": "Enter",
    "escape": "Esc",
    "tab": "Tab",
    "backspace": "Backspace",
    "delete": "Delete",
    "insert": "Insert",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "home": "Home",
    "end": "End",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "shift+up": "Shift+↑",
    "shift+down": "Shift+↓",
}
"""Names of keys that are not one character, and how they are shown."""

_OTHER_NAMES = {"esc": "escape", "return": "enter", "page_up": "pageup", "page_down": "pagedown"}
TYPING_ONLY = frozenset({"ctrl+s", "ctrl+t", "ctrl+e", "ctrl+o", "ctrl+g"})
"""Keys that act only where letters are text."""

TYPING_SCOPES = ("type", "guess", "write", "cue")
"""Where letters are text and such keys act."""


class Scope(StrEnum):
    """Where a key acts: a screen, or one state of the review screen.

    Within the review screen ``REVIEW`` acts in every state but ``TYPE``, where letters are text;
    the others act in theirs.
    """

    HOME = "home"
    REVIEW = "review"
    REVEAL = "reveal"
    TYPE = "type"
    OUTSIDE = "outside"
    CHOOSE = "choose"
    ARRANGE = "arrange"
    GRADE = "grade"
    QUIZ = "quiz"
    RESULT = "result"
    SUMMARY = "summary"
    DAMAGED = "damaged"
    CARD = "card"
    HISTORY = "history"
    STATISTICS = "statistics"
    PROBLEMS = "problems"
    LESSON = "lesson"
    FIND = "find"
    BROWSE = "browse"
    QUERY = "query"
    CONTENTS = "contents"
    PREVIEW = "preview"
    PAGES = "pages"
    GUESS = "guess"
    WRITE = "write"
    COMPARE = "compare"
    PICK = "pick"
    CUE = "cue"
    CHANCE = "chance"
    PAGE_SUMMARY = "covered"
    COLD = "cold"
    RECORD = "record"
    VERSIONS = "versions"
    HELP = "help"


SCOPE_TITLES: Mapping[Scope, str] = {
    Scope.HOME: "Home",
    Scope.REVIEW: "Review",
    Scope.REVEAL: "Review, before the answer",
    Scope.TYPE: "Review, while typing an answer",
    Scope.OUTSIDE: "Review, outside the answer field",
    Scope.CHOOSE: "Review, options to choose from",
    Scope.ARRANGE: "Review, items to put in order",
    Scope.GRADE: "Review, after the answer",
    Scope.QUIZ: "Quiz, after the answer",
    Scope.RESULT: "Result of a quiz",
    Scope.SUMMARY: "Summary",
    Scope.DAMAGED: "Damaged progress file",
    Scope.CARD: "Card information",
    Scope.HISTORY: "History",
    Scope.STATISTICS: "Statistics",
    Scope.PROBLEMS: "Problems",
    Scope.LESSON: "Lesson",
    Scope.FIND: "Lesson, while typing what to search for",
    Scope.BROWSE: "Cards",
    Scope.QUERY: "Cards, while typing a query",
    Scope.CONTENTS: "Table of contents",
    Scope.PREVIEW: "Preview of a deck",
    Scope.PAGES: "Blank pages",
    Scope.GUESS: "Blank page, before it is begun",
    Scope.WRITE: "Blank page, while writing",
    Scope.COMPARE: "Blank page, comparing",
    Scope.PICK: "Blank page, picking a sentence",
    Scope.CUE: "Blank page, while answering a cue",
    Scope.CHANCE: "Blank page, second chance",
    Scope.PAGE_SUMMARY: "Blank page, summary",
    Scope.COLD: "Reading cold",
    Scope.RECORD: "Record of a blank page",
    Scope.VERSIONS: "Pages of the past",
    Scope.HELP: "Help",
}

_REVIEW_STATES = (
    Scope.REVEAL,
    Scope.OUTSIDE,
    Scope.CHOOSE,
    Scope.ARRANGE,
    Scope.GRADE,
    Scope.QUIZ,
)


@dataclass(frozen=True, slots=True)
class Binding:
    """One action: ``id`` is ``scope.name``, ``keys`` what starts it, ``label`` a word for the
    bottom line, ``help`` a line for the help screen.
    """

    id: str
    keys: tuple[str, ...]
    label: str
    help: str

    @property
    def scope(self) -> Scope:
        """Where the binding acts."""
        return Scope(self.id.partition(".")[0])

    @property
    def action(self) -> str:
        """The name of the action within its scope."""
        return self.id.partition(".")[2]

    @property
    def shown(self) -> str:
        """The first key as people read it."""
        return shown_key(self.keys[0])


def shown_key(key: str) -> str:
    """Return a key as it is written on screen: ``Space``, ``↑``, ``u``, ``Ctrl+S``."""
    if key in KEY_NAMES:
        return KEY_NAMES[key]
    return f"Ctrl+{key[5:].upper()}" if key in TYPING_ONLY else key


BINDINGS: tuple[Binding, ...] = (
    Binding(
        "home.next", ("enter",), "next", "Do what the Next line says, or study the deck chosen"
    ),
    Binding("home.review", ("r",), "review", "Review everything that is due, then new cards"),
    Binding("home.read", ("l",), "read", "Read the deck chosen, or the next lesson"),
    Binding("home.quiz", ("z",), "quiz", "Quiz the deck chosen, or the lesson finished last"),
    Binding("home.up", ("up", "k"), "up", "Go to the deck above"),
    Binding("home.down", ("down", "j"), "down", "Go to the deck below"),
    Binding("home.first", ("home",), "first", "Go to the first deck"),
    Binding("home.last", ("end",), "last", "Go to the last deck"),
    Binding("home.page_up", ("pageup",), "page up", "Go up by a screen"),
    Binding("home.page_down", ("pagedown",), "page down", "Go down by a screen"),
    Binding("home.browse", ("/",), "search", "Search all cards"),
    Binding("home.statistics", ("s",), "statistics", "Show what you did and what you remember"),
    Binding("home.blank", ("b",), "blank page", "Write what you know on a blank page"),
    Binding("home.problems", ("p",), "problems", "List the problems of all decks"),
    Binding("home.undo", ("u",), "undo", "Take back the last thing done, also from an earlier day"),
    Binding("home.redo", ("U",), "redo", "Do again what was undone last"),
    Binding(
        "home.history", ("h",), "history", "List what was done, and go back as far as you like"
    ),
    Binding("home.sync", ("y",), "sync", "Exchange progress with your other machines"),
    Binding("home.refresh", ("R",), "read again", "Read the decks again"),
    Binding("home.accept", ("A",), "they are gone", "Accept that withheld cards are missing"),
    Binding("home.help", ("?",), "help", "Show the keys"),
    Binding("home.quit", ("q",), "quit", "Leave recall"),
    Binding("reveal.answer", ("space", "enter"), "answer", "Show the answer"),
    Binding("reveal.up", ("up", "k"), "up", "Scroll up"),
    Binding("reveal.down", ("down", "j"), "down", "Scroll down"),
    Binding("type.check", ("enter", "ctrl+s"), "check", "Check what you typed"),
    Binding("type.keys", ("tab", "escape"), "keys", "Leave the field, so that letters are keys"),
    Binding("outside.type", ("enter", "tab"), "type", "Go back to the answer field"),
    Binding("choose.submit", ("enter",), "answer", "Answer with the options chosen"),
    Binding("choose.toggle", ("space",), "choose", "Choose the option at the cursor"),
    Binding("choose.up", ("up",), "up", "Go to the option above"),
    Binding("choose.down", ("down",), "down", "Go to the option below"),
    Binding("arrange.submit", ("enter",), "answer", "Answer with the items in this order"),
    Binding("arrange.hold", ("space",), "pick up", "Pick the item up, or put it down"),
    Binding("arrange.up", ("up", "k"), "up", "Go up, or carry the item up"),
    Binding("arrange.down", ("down", "j"), "down", "Go down, or carry the item down"),
    Binding("arrange.move_up", ("K", "shift+up"), "move up", "Move the item up"),
    Binding("arrange.move_down", ("J", "shift+down"), "move down", "Move the item down"),
    Binding("grade.again", ("1",), "Again", "You did not know it"),
    Binding("grade.hard", ("2",), "Hard", "You knew it with effort"),
    Binding("grade.good", ("3",), "Good", "You knew it"),
    Binding("grade.easy", ("4",), "Easy", "You knew it at once"),
    Binding("grade.proposed", ("enter",), "take it", "Give the rating that is marked"),
    Binding("grade.up", ("up", "k"), "up", "Scroll up"),
    Binding("grade.down", ("down", "j"), "down", "Scroll down"),
    Binding("quiz.next", ("enter", "space"), "go on", "Save the answer and go on"),
    Binding(
        "quiz.guess", ("g", "G"), "a guess", "Save a right answer as not known: it was a guess"
    ),
    Binding("quiz.up", ("up", "k"), "up", "Scroll up"),
    Binding("quiz.down", ("down", "j"), "down", "Scroll down"),
    Binding("result.read", ("enter",), "read it", "Read in the lesson where it treats this"),
    Binding("result.up", ("up", "k"), "up", "Go up, a question at a time"),
    Binding("result.down", ("down", "j"), "down", "Go down, a question at a time"),
    Binding("result.page_up", ("pageup",), "page up", "Scroll up by a screen"),
    Binding("result.page_down", ("pagedown", "space"), "page down", "Scroll down by a screen"),
    Binding("result.undo", ("u",), "undo", "Take back the last answer and give it again"),
    Binding("result.help", ("?",), "help", "Show the keys"),
    Binding("result.leave", ("q", "escape"), "home", "Leave the quiz"),
    Binding("review.hint", ("h", "H"), "hint", "Show the hint, if the card has one"),
    Binding("review.undo", ("u",), "undo", "Take back the last thing done"),
    Binding("review.redo", ("U",), "redo", "Do again what was undone last"),
    Binding("review.edit", ("e", "E"), "edit", "Open the deck in your editor, at this card"),
    Binding("review.suspend", ("s", "S"), "suspend", "Take the card out until you take this back"),
    Binding("review.bury", ("b", "B"), "bury", "Put the card off until tomorrow"),
    Binding("review.flag", ("f", "F"), "flag", "Flag the card, or take the flag off"),
    Binding("review.information", ("i", "I"), "why today", "Show why it is due, and its history"),
    Binding("review.open", ("o", "O"), "open image", "Open an image of the card"),
    Binding("review.scroll_up", ("pageup",), "scroll up", "Scroll the card up"),
    Binding("review.scroll_down", ("pagedown",), "scroll down", "Scroll the card down"),
    Binding("review.scroll_left", ("left",), "scroll left", "Scroll wide code to the left"),
    Binding("review.scroll_right", ("right",), "scroll right", "Scroll wide code to the right"),
    Binding("review.leech", ("l", "L"), "what helps", "Show what helps with the card just flagged"),
    Binding("review.problems", ("p", "P"), "problems", "List the problems of all decks"),
    Binding("review.help", ("?",), "help", "Show the keys"),
    Binding("review.leave", ("q", "Q", "escape"), "leave", "Stop here; everything is saved"),
    Binding("summary.more", ("enter",), "home", "Go on to the home screen"),
    Binding("summary.undo", ("u",), "undo", "Take back the last thing done and go on reviewing"),
    Binding("summary.redo", ("U",), "redo", "Do again what was undone last"),
    Binding("summary.help", ("?",), "help", "Show the keys"),
    Binding("summary.leave", ("q", "escape"), "home", "Go to the home screen"),
    Binding("damaged.salvage", ("s",), "save", "Join the backup with what can still be read"),
    Binding("damaged.restore", ("r",), "backup", "Go back to the newest sound backup"),
    Binding("damaged.up", ("up", "k"), "up", "Scroll up"),
    Binding("damaged.down", ("down", "j"), "down", "Scroll down"),
    Binding("damaged.help", ("?",), "help", "Show the keys"),
    Binding("damaged.leave", ("q", "escape"), "leave", "Leave the file as it is"),
    Binding("card.up", ("up", "k"), "up", "Scroll up"),
    Binding("card.down", ("down", "j"), "down", "Scroll down"),
    Binding("card.page_up", ("pageup",), "page up", "Scroll up by a screen"),
    Binding("card.page_down", ("pagedown", "space"), "page down", "Scroll down by a screen"),
    Binding("card.read", ("l",), "lesson", "Read in the lesson where it treats this card"),
    Binding("card.edit", ("e",), "edit", "Open the deck in your editor, at this card"),
    Binding("card.reset", ("R",), "make new", "Forget how well you know it; undo brings it back"),
    Binding("card.undo", ("u",), "undo", "Take back the last thing done"),
    Binding("card.redo", ("U",), "redo", "Do again what was undone last"),
    Binding("card.help", ("?",), "help", "Show the keys"),
    Binding("card.leave", ("q", "escape", "i"), "back", "Go back"),
    Binding("history.choose", ("enter",), "go here", "Take back, or do again, all up to here"),
    Binding("history.undo", ("u",), "undo", "Take back the newest thing"),
    Binding("history.redo", ("U",), "redo", "Do again what was undone last"),
    Binding("history.up", ("up", "k"), "up", "Go to the newer thing"),
    Binding("history.down", ("down", "j"), "down", "Go to the older thing"),
    Binding("history.first", ("home",), "first", "Go to the newest thing"),
    Binding("history.last", ("end",), "last", "Go to the oldest thing listed"),
    Binding("history.page_up", ("pageup",), "page up", "Go up by a screen"),
    Binding("history.page_down", ("pagedown",), "page down", "Go down by a screen"),
    Binding("history.help", ("?",), "help", "Show the keys"),
    Binding("history.leave", ("q", "escape", "h"), "back", "Go back"),
    Binding("statistics.up", ("up", "k"), "up", "Scroll up"),
    Binding("statistics.down", ("down", "j"), "down", "Scroll down"),
    Binding("statistics.page_up", ("pageup",), "page up", "Scroll up by a screen"),
    Binding("statistics.page_down", ("pagedown", "space"), "page down", "Scroll down by a screen"),
    Binding("statistics.help", ("?",), "help", "Show the keys"),
    Binding("statistics.leave", ("q", "escape", "s"), "back", "Go back"),
    Binding(
        "problems.edit", ("enter", "e"), "edit", "Open the file in your editor, at the problem"
    ),
    Binding("problems.up", ("up", "k"), "up", "Go to the problem above"),
    Binding("problems.down", ("down", "j"), "down", "Go to the problem below"),
    Binding("problems.first", ("home",), "first", "Go to the first problem"),
    Binding("problems.last", ("end",), "last", "Go to the last problem"),
    Binding("problems.page_up", ("pageup",), "page up", "Go up by a screen"),
    Binding("problems.page_down", ("pagedown",), "page down", "Go down by a screen"),
    Binding("problems.help", ("?",), "help", "Show the keys"),
    Binding("problems.leave", ("q", "escape"), "back", "Go back"),
    Binding("lesson.up", ("up", "k"), "up", "Scroll up"),
    Binding("lesson.down", ("down", "j"), "down", "Scroll down"),
    Binding("lesson.page_up", ("pageup",), "page up", "Go back by a screen"),
    Binding("lesson.page_down", ("space", "pagedown"), "go on", "Go on by a screen"),
    Binding("lesson.first", ("home",), "start", "Go to the beginning"),
    Binding("lesson.last", ("end",), "end", "Go to the end"),
    Binding("lesson.left", ("left",), "left", "Scroll wide diagrams to the left"),
    Binding("lesson.right", ("right",), "right", "Scroll wide diagrams to the right"),
    Binding("lesson.contents", ("t",), "contents", "Show the table of contents"),
    Binding("lesson.find", ("/",), "search", "Search in the text"),
    Binding("lesson.next_match", ("n",), "next", "Go to the next place that was found"),
    Binding("lesson.previous_match", ("N",), "previous", "Go to the place found before"),
    Binding("lesson.cards", ("c",), "cards", "Show the cards, then their answers, then neither"),
    Binding("lesson.review", ("r",), "review", "Review the cards of this deck"),
    Binding("lesson.quiz", ("z",), "check yourself", "Quiz what stands in this lesson"),
    Binding("lesson.problems", ("p",), "problems", "List the problems of all decks"),
    Binding("lesson.finish", ("enter", "f"), "finish", "Finish the lesson, at its end"),
    Binding("lesson.help", ("?",), "help", "Show the keys"),
    Binding("lesson.leave", ("q", "escape"), "back", "Go back; your place is kept"),
    Binding("find.search", ("enter",), "search", "Search; without words the last search ends"),
    Binding("find.cancel", ("tab", "escape"), "cancel", "Go back to the text"),
    Binding("browse.information", ("enter", "i"), "card", "Show why it is due, and its history"),
    Binding("browse.query", ("/",), "query", "Change what is looked for"),
    Binding("browse.up", ("up", "k"), "up", "Go to the card above"),
    Binding("browse.down", ("down", "j"), "down", "Go to the card below"),
    Binding("browse.first", ("home",), "first", "Go to the first card"),
    Binding("browse.last", ("end",), "last", "Go to the last card"),
    Binding("browse.page_up", ("pageup",), "page up", "Go up by a screen"),
    Binding("browse.page_down", ("pagedown", "space"), "page down", "Go down by a screen"),
    Binding("browse.sort_left", ("left", "<"), "sort left", "Sort by the column to the left"),
    Binding("browse.sort_right", ("right", ">"), "sort right", "Sort by the column to the right"),
    Binding("browse.turn_round", ("o",), "turn round", "Sort the other way round"),
    Binding("browse.edit", ("e",), "edit", "Open the deck in your editor, at the card"),
    Binding("browse.suspend", ("s",), "suspend", "Suspend the card, or take that back"),
    Binding("browse.bury", ("b",), "bury", "Put the card off until tomorrow, or take that back"),
    Binding("browse.flag", ("f",), "flag", "Flag the card, or take the flag off"),
    Binding("browse.reset", ("R",), "make new", "Forget how well you know it; undo brings it back"),
    Binding("browse.undo", ("u",), "undo", "Take back the last thing done"),
    Binding("browse.mark", ("m",), "mark", "Mark the card, or take the mark off"),
    Binding("browse.same", ("=",), "same card", "Make one card of the two marked"),
    Binding("browse.cram", ("c",), "cram", "Ask the cards marked, or all found, off the schedule"),
    Binding("browse.help", ("?",), "help", "Show the keys"),
    Binding("browse.leave", ("q", "escape"), "back", "Take the marks off, or go back"),
    Binding("query.search", ("enter",), "search", "Look for what was typed"),
    Binding("query.cancel", ("tab", "escape"), "list", "Go to the list as it is"),
    Binding("contents.choose", ("enter",), "go there", "Go to the section chosen"),
    Binding("contents.up", ("up", "k"), "up", "Go to the section above"),
    Binding("contents.down", ("down", "j"), "down", "Go to the section below"),
    Binding("contents.first", ("home",), "first", "Go to the first section"),
    Binding("contents.last", ("end",), "last", "Go to the last section"),
    Binding("contents.page_up", ("pageup",), "page up", "Go up by a screen"),
    Binding("contents.page_down", ("pagedown",), "page down", "Go down by a screen"),
    Binding("contents.help", ("?",), "help", "Show the keys"),
    Binding("contents.leave", ("q", "escape", "t"), "back", "Go back to the text"),
    Binding("preview.next", ("space", "enter", "right"), "next", "Show the answer, or go on"),
    Binding("preview.previous", ("b", "left"), "back", "Show the question, or go back"),
    Binding("preview.first", ("home",), "first", "Go to the beginning"),
    Binding("preview.last", ("end",), "last", "Go to the end"),
    Binding("preview.up", ("up", "k"), "up", "Scroll up"),
    Binding("preview.down", ("down", "j"), "down", "Scroll down"),
    Binding("preview.edit", ("e",), "edit", "Open the deck in your editor, at this place"),
    Binding("preview.help", ("?",), "help", "Show the keys"),
    Binding("preview.leave", ("q", "escape"), "leave", "Leave the preview"),
    Binding("guess.begin", ("enter",), "begin", "Begin to write, with the guess typed or none"),
    Binding("guess.leave", ("escape", "ctrl+g"), "back", "Go back; nothing was begun"),
    Binding("write.done", ("ctrl+s",), "done", "Ask if there is anything else, then lock the page"),
    Binding("write.stuck", ("ctrl+t",), "stuck", "Reveal a heading; what follows counts as cued"),
    Binding("write.edit", ("ctrl+e",), "editor", "Write on in your editor"),
    Binding("write.timer", ("ctrl+o",), "timer", "Show or hide the time"),
    Binding(
        "write.leave", ("escape", "ctrl+g"), "keep and leave", "Keep the page as it is and go back"
    ),
    Binding("compare.yes", ("y",), "that is it", "Take the point as said, or say yes"),
    Binding("compare.no", ("n",), "not said", "Take the point as not said, or say no"),
    Binding("compare.other", ("o",), "other sentence", "Pick the sentence that says it"),
    Binding("compare.next", ("enter", "space", "right"), "next", "Take what stands and go on"),
    Binding("compare.previous", ("left",), "back", "Go back to the point before"),
    Binding("compare.unclear", ("tab",), "next open", "Go to the next point that needs your word"),
    Binding("compare.done", ("d",), "to the missed", "End comparing; what is open was not said"),
    Binding("compare.up", ("up", "k"), "up", "Scroll the page up"),
    Binding("compare.down", ("down", "j"), "down", "Scroll the page down"),
    Binding("compare.page_up", ("pageup",), "point up", "Scroll the point up"),
    Binding("compare.page_down", ("pagedown",), "point down", "Scroll the point down"),
    Binding("compare.help", ("?",), "help", "Show the keys"),
    Binding("compare.leave", ("q", "escape"), "keep and leave", "Keep what is decided and go back"),
    Binding("pick.choose", ("enter",), "this one", "Take this sentence as the evidence"),
    Binding("pick.up", ("up", "left", "k"), "before", "Go to the sentence before"),
    Binding("pick.down", ("down", "right", "j"), "after", "Go to the sentence after"),
    Binding("pick.cancel", ("escape", "q"), "cancel", "Leave the evidence as it was"),
    Binding("cue.check", ("enter", "ctrl+s"), "show it", "Compare what you typed with the point"),
    Binding("cue.keys", ("escape", "tab"), "keys", "Leave the field, so that letters are keys"),
    Binding("chance.yes", ("y",), "recalled", "You recalled it"),
    Binding("chance.no", ("n",), "not recalled", "You did not recall it"),
    Binding("chance.show", ("enter", "space"), "show", "Show the point, or take what is proposed"),
    Binding("chance.other", ("o",), "it is on the page", "Pick the sentence that says it"),
    Binding("chance.skip", ("s",), "skip", "Skip this point; it is asked by tomorrow"),
    Binding(
        "chance.skip_rest", ("S",), "skip the rest", "Skip what is left; it is asked by tomorrow"
    ),
    Binding("chance.help", ("?",), "help", "Show the keys"),
    Binding("chance.leave", ("q", "escape"), "keep and leave", "Keep what is decided and go back"),
    Binding("covered.more", ("enter",), "done", "Go back"),
    Binding(
        "covered.practise", ("r",), "practise", "Practise the cards that teach what was missed"
    ),
    Binding("covered.up", ("up", "k"), "up", "Scroll up"),
    Binding("covered.down", ("down", "j"), "down", "Scroll down"),
    Binding("covered.page_up", ("pageup",), "page up", "Scroll up by a screen"),
    Binding("covered.page_down", ("pagedown", "space"), "page down", "Scroll down by a screen"),
    Binding("covered.help", ("?",), "help", "Show the keys"),
    Binding("covered.leave", ("q", "escape"), "back", "Go back"),
    Binding("pages.write", ("enter",), "write", "Write the page chosen, or go on with it"),
    Binding("pages.record", ("h",), "record", "Show the pages of the past"),
    Binding("pages.up", ("up", "k"), "up", "Go to the page above"),
    Binding("pages.down", ("down", "j"), "down", "Go to the page below"),
    Binding("pages.first", ("home",), "first", "Go to the first page"),
    Binding("pages.last", ("end",), "last", "Go to the last page"),
    Binding("pages.page_up", ("pageup",), "page up", "Go up by a screen"),
    Binding("pages.page_down", ("pagedown",), "page down", "Go down by a screen"),
    Binding("pages.help", ("?",), "help", "Show the keys"),
    Binding("pages.leave", ("q", "escape", "b"), "back", "Go back"),
    Binding("cold.questions", ("enter",), "I have read it", "Put it away; its questions follow"),
    Binding("cold.up", ("up", "k"), "up", "Scroll up"),
    Binding("cold.down", ("down", "j"), "down", "Scroll down"),
    Binding("cold.page_up", ("pageup",), "page up", "Scroll up by a screen"),
    Binding("cold.page_down", ("pagedown", "space"), "page down", "Scroll down by a screen"),
    Binding("cold.help", ("?",), "help", "Show the keys"),
    Binding("cold.leave", ("q", "escape"), "leave", "Go back; the passage counts as read"),
    Binding("record.open", ("enter",), "look at it", "Show the page beside the one before it"),
    Binding("record.up", ("up", "k"), "up", "Go to a later time"),
    Binding("record.down", ("down", "j"), "down", "Go to an earlier time"),
    Binding("record.help", ("?",), "help", "Show the keys"),
    Binding("record.leave", ("q", "escape", "h"), "back", "Go back"),
    Binding("versions.earlier", ("left",), "earlier", "Go back in time"),
    Binding("versions.later", ("right",), "later", "Go on in time"),
    Binding("versions.up", ("up", "k"), "up", "Scroll both up"),
    Binding("versions.down", ("down", "j"), "down", "Scroll both down"),
    Binding("versions.help", ("?",), "help", "Show the keys"),
    Binding("versions.leave", ("q", "escape"), "back", "Go back"),
    Binding("help.up", ("up", "k"), "up", "Scroll up"),
    Binding("help.down", ("down", "j"), "down", "Scroll down"),
    Binding("help.page_up", ("pageup",), "page up", "Scroll up by a screen"),
    Binding("help.page_down", ("pagedown", "space"), "page down", "Scroll down by a screen"),
    Binding("help.leave", ("q", "escape", "?"), "back", "Go back"),
)


class KeyTable:
    """The keys as the learner set them.

    ``changes`` maps binding ids to keys; raises ConfigurationError for an id or key that does not
    exist, and for two actions on one key where both could be meant.
    """

    def __init__(self, changes: Mapping[str, str] | None = None) -> None:
        bindings = {binding.id: binding for binding in BINDINGS}
        for name, keys in (changes or {}).items():
            if name not in bindings:
                raise _unknown_binding(name, bindings)
            bindings[name] = replace(bindings[name], keys=_parse(name, keys))
        self._by_id = bindings
        self._actions: dict[Scope, dict[str, Binding]] = {scope: {} for scope in Scope}
        for binding in bindings.values():
            for key in binding.keys:
                self._add(binding, key)

    def __iter__(self) -> Iterator[Binding]:
        return iter(self._by_id.values())

    def __getitem__(self, name: str) -> Binding:
        return self._by_id[name]

    def find(self, key: str, *scopes: Scope) -> Binding | None:
        """Return the binding of a key in the first of the scopes that has one."""
        for scope in scopes:
            binding = self._actions[scope].get(key)
            if binding is not None:
                return binding
        return None

    def of(self, scope: Scope) -> tuple[Binding, ...]:
        """Return the bindings of one scope in the order of the table."""
        return tuple(binding for binding in self if binding.scope is scope)

    def _add(self, binding: Binding, key: str) -> None:
        for scope in _rivals(binding.scope):
            other = self._actions[scope].get(key)
            if other is not None:
                raise ConfigurationError(
                    f'The key "{key}" is set for both {other.id} and {binding.id}.',
                    "Give one of them another key in the [keys] table of the configuration.",
                )
        self._actions[binding.scope][key] = binding


def _rivals(scope: Scope) -> tuple[Scope, ...]:
    """The scopes whose keys are live together with those of ``scope``."""
    if scope is Scope.REVIEW:
        return (scope, *_REVIEW_STATES)
    if scope in _REVIEW_STATES:
        return (scope, Scope.REVIEW)
    return (scope,)


def _unknown_binding(name: str, bindings: Mapping[str, Binding]) -> ConfigurationError:
    near = get_close_matches(name, bindings, n=1, cutoff=0.0)
    return ConfigurationError(
        f'There is no key binding "{name}" to change.', f'The nearest one is "{near[0]}".'
    )


def _parse(name: str, keys: str) -> tuple[str, ...]:
    """Return the keys of a setting: names or characters separated by commas and spaces."""
    if len(keys) == 1 and keys.strip():
        return (_key(name, keys),)
    parts = [part.strip() for part in keys.replace(",", " ").split()]
    if not parts:
        raise ConfigurationError(
            f"The key binding {name} is empty.", "Name at least one key, such as x or space."
        )
    return tuple(dict.fromkeys(_key(name, part) for part in parts))


def _key(name: str, key: str) -> str:
    if len(key) == 1 and key.isprintable():
        return key
    known = key.lower()
    known = _OTHER_NAMES.get(known, known)
    if known in KEY_NAMES or (known in TYPING_ONLY and name.partition(".")[0] in TYPING_SCOPES):
        return known
    near = get_close_matches(known, KEY_NAMES, n=1, cutoff=0.0)
    raise ConfigurationError(
        f'"{key}" in the key binding {name} is not the name of a key.',
        f'Use one character or a name such as "{near[0]}".',
    )


def key_name(event: events.Key) -> str:
    """Return a key as the key table names it: the character itself, or a name."""
    character = event.character or ""
    if len(character) == 1 and character.isprintable() and character != " ":
        return character
    return event.key
