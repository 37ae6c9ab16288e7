"""Problem codes of the kinds of cards (K5…)."""

from __future__ import annotations

from recall.cards.problem import Level
from recall.markdown.code import Code

CARD = "Q: What is the capital of Peru?\nA: Lima.\n"
LIST = "- Lima is the capital of Peru\n- Spanish is spoken everywhere\n"

_CHOICE_CODES = (
    Code(
        "K501",
        Level.ERROR,
        "no right option",
        "No option of this question is marked as right.",
        "Put [x] before the right option and [ ] before the others.",
        "A choice needs at least one option with [x] (or [X]).",
        f"Q: Which is the capital of Chile?\n- [ ] Lima\n- [ ] Santiago\n\n{CARD}",
        f"Q: Which is the capital of Chile?\n- [ ] Lima\n- [x] Santiago\n\n{CARD}",
    ),
    Code(
        "K502",
        Level.ERROR,
        "two equal options",
        "This option is the same as the one in line {line}.",
        "Change or remove one of them.",
        "With two equal options a right answer could be graded as wrong.",
        f"Q: Which is the capital of Chile?\n- [x] Santiago\n- [ ] Santiago\n\n{CARD}",
        f"Q: Which is the capital of Chile?\n- [x] Santiago\n- [ ] Lima\n\n{CARD}",
    ),
    Code(
        "K503",
        Level.WARNING,
        "an option about the others that moves",
        "This option speaks of the others and is shuffled among them.",
        "Add {{pin}} at its end to keep it in its place.",
        "Options are shuffled at each showing, so that nobody learns a position. "
        '"All of the above" makes sense only in its place.',
        "Q: Which is in Peru?\n- [x] Lima\n- [ ] Rome\n- [ ] None of the above\n",
        "Q: Which is in Peru?\n- [x] Lima\n- [ ] Rome\n- [ ] None of the above {pin}\n",
    ),
    Code(
        "K504",
        Level.WARNING,
        "an option named by its letter",
        'This {place} names an option by its letter or place ("{words}").',
        "Name the option by what it says.",
        "Options are shuffled at each showing, so their letters change.",
        "Q: Which is in Peru?\n- [x] Lima\n- [ ] Rome\nN: Option B is in Italy.\n",
        "Q: Which is in Peru?\n- [x] Lima\n- [ ] Rome\nN: Rome is in Italy.\n",
    ),
    Code(
        "K505",
        Level.ERROR,
        "options and an answer",
        "This question has both options and an answer.",
        "Remove the answer, or turn it into a note with N:.",
        "A question with a task list is answered by picking; its explanation is the note.",
        f"Q: Which is in Chile?\n- [x] Santiago\n- [ ] Lima\nA: Santiago.\n\n{CARD}",
        f"Q: Which is in Chile?\n- [x] Santiago\n- [ ] Lima\n\n{CARD}",
    ),
    Code(
        "K506",
        Level.ERROR,
        "an option without a box",
        "This line of the options has no [x] or [ ].",
        "Put [ ] before it, or indent it to make it the reason of the option above.",
        "Every option of a choice says whether it is right.",
        f"Q: Which is in Chile?\n- [x] Santiago\n- Lima\n\n{CARD}",
        f"Q: Which is in Chile?\n- [x] Santiago\n- [ ] Lima\n\n{CARD}",
    ),
    Code(
        "K507",
        Level.ERROR,
        "text after the list",
        "This text follows the list that ends the card.",
        "Move it above the list, or turn it into a note with N:.",
        "In a choice, an order and a blank page the list is the last of the card's own parts.",
        f"Q: Which is in Chile?\n- [x] Santiago\n- [ ] Lima\n\nNot Peru.\n\n{CARD}",
        f"Q: Which is in Chile?\n- [x] Santiago\n- [ ] Lima\nN: Not Peru.\n\n{CARD}",
    ),
    Code(
        "K508",
        Level.WARNING,
        "a choice of one",
        "This question has only one option.",
        "Add wrong options, or write an answer with A:.",
        "With one option there is nothing to choose.",
        "Q: Which is in Peru?\n- [x] Lima\n",
        "Q: Which is in Peru?\n- [x] Lima\n- [ ] Rome\n",
    ),
)

_TYPED_CODES = (
    Code(
        "K511",
        Level.ERROR,
        "tolerance not readable",
        'The tolerance of "{answer}" cannot be read: {reason}.',
        "Write a number and how far off an answer may be, as in 93 ± 2 or 93 ± 1%.",
        "A tolerance follows a number: ± 0.05, ± 1%, or +- 2 for those without the sign.",
        f"Q: How many regions has Chile?\nA= sixteen ± 1\n\n{CARD}",
        f"Q: How many regions has Chile?\nA= 16 ± 1\n\n{CARD}",
    ),
    Code(
        "K512",
        Level.WARNING,
        "an empty accepted answer",
        "One of the accepted answers is empty, so it is left out.",
        "Remove the extra |, or write \\| for the sign itself.",
        "Accepted answers are separated by |.",
        "Q: How many regions has Peru?\nA= 25 | | twenty-five\n",
        "Q: How many regions has Peru?\nA= 25 | twenty-five\n",
    ),
)

_CLOZE_CODES = (
    Code(
        "K521",
        Level.ERROR,
        "no gap",
        "This text has no gap.",
        "Put {{{{ and }}}} round the words to be recalled.",
        "A card that begins with C: asks for its gaps.",
        f"C: The capital of Chile is Santiago.\n\n{CARD}",
        f"C: The capital of Chile is {{{{Santiago}}}}.\n\n{CARD}",
    ),
    Code(
        "K522",
        Level.ERROR,
        "an empty gap",
        "This gap is empty.",
        "Write the answer between its braces, or write \\{{{{ if no gap is meant.",
        "Every gap needs an answer.",
        f"C: The capital of Chile is {{{{ }}}}.\n\n{CARD}",
        f"C: The capital of Chile is {{{{Santiago}}}}.\n\n{CARD}",
    ),
    Code(
        "K523",
        Level.ERROR,
        "a gap that is never closed",
        "The gap that begins here is never closed.",
        "Close it with }}}}; every brace opened inside it must be closed too.",
        "Braces inside a gap are balanced, so that TeX can stand in it.",
        f"C: The capital of Chile is {{{{Santiago}}.\n\n{CARD}",
        f"C: The capital of Chile is {{{{Santiago}}}}.\n\n{CARD}",
    ),
    Code(
        "K524",
        Level.ERROR,
        "a gap inside a gap",
        "A gap stands inside another gap.",
        "Use two gaps side by side.",
        "Gaps cannot be nested.",
        f"C: Chile's capital is {{{{Santiago, {{{{not}}}} Lima}}}}.\n\n{CARD}",
        f"C: Chile's capital is {{{{Santiago}}}}, {{{{not}}}} Lima.\n\n{CARD}",
    ),
)

_ORDER_CODES = (
    Code(
        "K531",
        Level.ERROR,
        "no numbered list",
        "This card has no numbered list to put in order.",
        "Write the items as 1. first, 2. second, in the right order.",
        "O: is followed by what to order and a numbered list.",
        f"O: From north to south\n- Peru\n- Chile\n\n{CARD}",
        f"O: From north to south\n1. Peru\n2. Chile\n\n{CARD}",
    ),
    Code(
        "K532",
        Level.ERROR,
        "fewer than two items",
        "There is only one item to put in order.",
        "Add the other items.",
        "One item has only one order.",
        f"O: From north to south\n1. Peru\n\n{CARD}",
        f"O: From north to south\n1. Peru\n2. Chile\n\n{CARD}",
    ),
    Code(
        "K533",
        Level.ERROR,
        "two equal items",
        "This item is the same as the one in line {line}.",
        "Make the two different.",
        "Equal items cannot be told apart when they are put in order.",
        f"O: From north to south\n1. Peru\n2. Peru\n\n{CARD}",
        f"O: From north to south\n1. Peru\n2. Chile\n\n{CARD}",
    ),
    Code(
        "K534",
        Level.WARNING,
        "numbers out of sequence",
        "This item has the number {number} where {expected} would follow.",
        "Number the items 1, 2, 3 …; indent a line that only looks like an item.",
        "The items count in the order they are written. A number out of sequence often is a year "
        "at the start of a wrapped line.",
        "O: From early to late\n1. Lima is founded\n3. Peru is free\n",
        "O: From early to late\n1. Lima is founded\n2. Peru is free\n",
    ),
)

_FREE_RECALL_CODES = (
    Code(
        "K541",
        Level.ERROR,
        "no key points",
        "This blank page has no key points.",
        "Write them as a bullet list, one point each.",
        "R: is followed by what to recall and a list whose leaves are the key points.",
        f"R: Tell about Chile.\n\n{CARD}",
        f"R: Tell about Chile.\n- Santiago is the capital of Chile\n\n{CARD}",
    ),
    Code(
        "K542",
        Level.WARNING,
        "a point with too few words",
        "This point has fewer than two words of its own, so it cannot be recognised safely.",
        "Write it as a sentence, or add accepted phrasings after |.",
        "What a learner writes is compared with the words of each point. Words that stand in many "
        "points, and words like the or is, tell nothing.",
        f"R: Tell about Peru.\n- Lima\n{LIST}",
        f"R: Tell about Peru.\n- Pisco is distilled\n{LIST}",
    ),
    Code(
        "K543",
        Level.WARNING,
        "two points with the same words",
        "This point shares most of its words with the one in line {line}.",
        "Join the two, or word them apart.",
        "One sentence of the learner would count for both.",
        f"R: Tell about Peru.\n{LIST}- Spanish is spoken nearly everywhere\n",
        f"R: Tell about Peru.\n{LIST}- Quechua has four million speakers\n",
    ),
    Code(
        "K544",
        Level.WARNING,
        "a long point",
        "This point has {count} content words; more than {limit} are hard to recall as one.",
        "Split it into two points.",
        "A key point is one fact.",
        f"R: Tell about Peru.\n{LIST}- Deserts line the coast, mountains rise behind, rain forest "
        "covers the east, rivers feed the Amazon, quinoa and potatoes grow high up\n",
        f"R: Tell about Peru.\n{LIST}- Deserts line the coast\n- Rain forest covers the east\n",
    ),
    Code(
        "K545",
        Level.ERROR,
        "the same point twice",
        "This point has the same {what} as the one in line {line}.",
        "Change or remove one of them.",
        "Each key point is scheduled on its own, so each needs a name of its own.",
        "R: Tell about Chile.\n- Santiago is the capital\n- Santiago is the capital\n\n" + CARD,
        "R: Tell about Chile.\n- Santiago is the capital\n- Copper is exported\n\n" + CARD,
    ),
    Code(
        "K546",
        Level.WARNING,
        "a line that belongs to no point",
        'This line with the sign "{sign}" is {what}, so it has no effect.',
        "Put it under the point it belongs to, with text after the sign.",
        "Bullets that begin with = (an accepted phrasing), ! (a misconception) or ? (the cue) "
        "belong to the point right above them.",
        f"R: Tell about Peru.\n{LIST}- = Lima is the seat of government\n",
        f"R: Tell about Peru.\n{LIST}  - = everybody speaks Spanish\n",
    ),
    Code(
        "K547",
        Level.WARNING,
        "two cues",
        "This point has a second cue; the first one holds.",
        "Keep one of them.",
        "A missed point is asked once more by its cue.",
        f"R: Tell about Peru.\n{LIST}  - ? Which language?\n  - ? What do people speak?\n",
        f"R: Tell about Peru.\n{LIST}  - ? Which language?\n",
    ),
    Code(
        "K548",
        Level.ERROR,
        "too many points",
        "This blank page has {count} key points; {limit} is the limit.",
        "Split it into several pages.",
        "Nobody recalls so much at one sitting.",
        "R: Count.\n" + "".join(f"- number{i} follows predecessor{i}\n" for i in range(201)) + CARD,
        f"R: Tell about Peru.\n{LIST}\n{CARD}",
    ),
    Code(
        "K549",
        Level.WARNING,
        "a misconception that a point says",
        "This misconception says the same as the point in line {line}.",
        "Remove it, or word what is wrong about it.",
        "Whoever writes the point would be told of a misconception, or the line has no effect.",
        f"R: Tell about Peru.\n{LIST}  - ! the capital of Peru is Lima\n",
        f"R: Tell about Peru.\n{LIST}  - ! everybody speaks Quechua\n",
    ),
    Code(
        "K550",
        Level.NOTE,
        "a misconception told apart by order alone",
        "This misconception has the words of its own point, so only their order tells them apart.",
        "It works; a misconception with a word of its own is recognised more safely.",
        "Pages are compared by words. Where point and misconception have the same ones, the order "
        "on the page decides which of them it says.",
        f"R: Tell about Peru.\n{LIST}- Rivers flow from mountains to plains\n"
        "  - ! rivers flow from plains to mountains\n",
        f"R: Tell about Peru.\n{LIST}- Rivers flow from mountains to plains\n"
        "  - ! rivers flow uphill\n",
    ),
)

KIND_CODES = (*_CHOICE_CODES, *_TYPED_CODES, *_CLOZE_CODES, *_ORDER_CODES, *_FREE_RECALL_CODES)
