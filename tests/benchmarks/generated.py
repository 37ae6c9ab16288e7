"""Decks whose cards are made after one pattern, and decks of made-up prose; the same every time."""

from __future__ import annotations

from random import Random

from tests.benchmarks.edits import Decks
from tests.benchmarks.revisions import PATTERN

_COUNTRIES = (
    ("Peru", "Lima", "America", "sol"),
    ("Chile", "Santiago", "America", "peso"),
    ("Brazil", "Brasília", "America", "real"),
    ("Canada", "Ottawa", "America", "dollar"),
    ("Cuba", "Havana", "America", "peso"),
    ("Norway", "Oslo", "Europe", "krone"),
    ("Sweden", "Stockholm", "Europe", "krona"),
    ("Austria", "Vienna", "Europe", "euro"),
    ("Greece", "Athens", "Europe", "euro"),
    ("Poland", "Warsaw", "Europe", "zloty"),
    ("Hungary", "Budapest", "Europe", "forint"),
    ("Portugal", "Lisbon", "Europe", "euro"),
    ("Japan", "Tokyo", "Asia", "yen"),
    ("Nepal", "Kathmandu", "Asia", "rupee"),
    ("India", "New Delhi", "Asia", "rupee"),
    ("Iran", "Tehran", "Asia", "rial"),
    ("Iraq", "Baghdad", "Asia", "dinar"),
    ("Thailand", "Bangkok", "Asia", "baht"),
    ("Mongolia", "Ulaanbaatar", "Asia", "tögrög"),
    ("Kenya", "Nairobi", "Africa", "shilling"),
    ("Uganda", "Kampala", "Africa", "shilling"),
    ("Ghana", "Accra", "Africa", "cedi"),
    ("Egypt", "Cairo", "Africa", "pound"),
    ("Australia", "Canberra", "Oceania", "dollar"),
)
_SPANISH = (
    ("house", "la casa"), ("dog", "el perro"), ("cat", "el gato"), ("water", "el agua"),
    ("bread", "el pan"), ("milk", "la leche"), ("tree", "el árbol"), ("flower", "la flor"),
    ("river", "el río"), ("sea", "el mar"), ("sky", "el cielo"), ("star", "la estrella"),
    ("book", "el libro"), ("pencil", "el lápiz"), ("table", "la mesa"), ("chair", "la silla"),
    ("window", "la ventana"), ("door", "la puerta"), ("street", "la calle"), ("city", "la ciudad"),
    ("to run", "correr"), ("to eat", "comer"), ("to drink", "beber"), ("to sleep", "dormir"),
)  # fmt: skip
_ELEMENTS = (
    ("Hydrogen", "H", 1), ("Helium", "He", 2), ("Carbon", "C", 6), ("Nitrogen", "N", 7),
    ("Oxygen", "O", 8), ("Neon", "Ne", 10), ("Sodium", "Na", 11), ("Silicon", "Si", 14),
    ("Sulphur", "S", 16), ("Chlorine", "Cl", 17), ("Argon", "Ar", 18), ("Calcium", "Ca", 20),
    ("Iron", "Fe", 26), ("Nickel", "Ni", 28), ("Copper", "Cu", 29), ("Zinc", "Zn", 30),
    ("Silver", "Ag", 47), ("Tin", "Sn", 50), ("Gold", "Au", 79), ("Lead", "Pb", 82),
)  # fmt: skip
_SYLLABLES = tuple(
    "ba ce di fo gu la me ni po ru sa te vi zo ster mont lin gard ven tor".split()  # noqa: SIM905  # a list of forty quotes is harder to read
)
_FRAMES = (
    "How does the {} {} change the {} of a {} {}?",
    "Why is the {} of every {} kept apart from its {}?",
    "Which {} follows when a {} {} meets the {}?",
    "What is the {} {} for?",
)


def generated_decks(seed: int = 1) -> Decks:
    """Return decks of capitals, words, sums, elements and made-up prose."""
    random = Random(seed)
    return {
        f"{PATTERN}capitals.md": [
            f"Q: What is the capital of {country}?\nA: {capital}."
            for country, capital, _, _ in _COUNTRIES
        ],
        f"{PATTERN}continents.md": [
            f"Q: Is {country} in Asia?\nA: {'Yes' if continent == 'Asia' else 'No'}."
            for country, _, continent, _ in _COUNTRIES
        ],
        f"{PATTERN}currencies.md": [
            f"T: Currency of {country}\nD: The {currency}, as its central bank issues it."
            for country, _, _, currency in _COUNTRIES
        ],
        f"{PATTERN}spanish.md": [
            f"Q: “{english}” in Spanish?\nA= {word}" for english, word in _SPANISH
        ],
        f"{PATTERN}sums.md": [
            f"Q: What is {one} × {other}?\nA= {one * other}"
            for one in range(3, 10)
            for other in range(one, 10)
        ],
        f"{PATTERN}elements.md": [
            f"C: {name} has the symbol {{{{{symbol}}}}} and the atomic number {{{{{number}}}}}."
            for name, symbol, number in _ELEMENTS
        ],
        **{f"prose-{number}.md": _prose(random, 40) for number in range(4)},
    }


def _prose(random: Random, cards: int) -> list[str]:
    words = ["".join(random.choices(_SYLLABLES, k=random.randint(2, 4))) for _ in range(400)]

    def some(number: int) -> str:
        return " ".join(random.choices(words, k=number))

    entries = []
    for number in range(cards):
        match number % 4:
            case 0:
                frame = random.choice(_FRAMES)
                asked = frame.format(*random.choices(words, k=frame.count("{}")))
                entries.append(f"Q: {asked}\nA: The {some(random.randint(2, 14))}.")
            case 1:
                entries.append(f"T: {some(2)}\nD: A {some(random.randint(4, 12))}.")
            case 2:
                options = "\n".join(f"- [{mark}] {some(3)}" for mark in "x  ")
                entries.append(f"Q: Which {some(2)} is the {some(2)} of {some(1)}?\n{options}")
            case _:
                entries.append(
                    f"C: The {some(2)} of {{{{{some(1)}}}}} takes {{{{{some(2)}}}}} from {some(2)}."
                )
    return entries
