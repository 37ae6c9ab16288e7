"""Pages in other languages, by their stemmer, by whole words, and by letters."""

from __future__ import annotations

import pytest

from recall.study.free_recall.matcher import compare
from recall.study.free_recall.rubric import Rubric, RubricPoint
from recall.study.free_recall.values import Comparison, Doubt, State


def about(page: str, statement: str, language: str) -> Comparison:
    return compare(page, Rubric((RubricPoint("p", statement),)), language=language)


@pytest.mark.parametrize(
    ("language", "statement", "page"),
    [
        (
            "de",
            "Die Destillation vereinigt neun Experten in einem Modell",
            "Durch Destillieren werden die 9 Experten zu einem Modelle vereinigt.",
        ),
        (
            "es",
            "El aprendizaje por refuerzo entrena nueve expertos separados",
            "Primero, los aprendizajes de refuerzo entrenan a 9 expertos separados.",
        ),
        (
            "fr",
            "L'apprentissage par renforcement entraîne neuf experts",
            "On entraîne 9 experts par l’apprentissage et le renforcement.",
        ),
        (
            "ru",
            "Обучение с подкреплением тренирует девять экспертов",
            "Обучением с подкреплением тренируют 9 экспертов.",
        ),
    ],
)
def test_a_language_is_compared_by_its_stems(language: str, statement: str, page: str) -> None:
    comparison = about(page, statement, language)
    assert comparison.stemmer is not None
    assert not comparison.by_letters
    assert comparison.points[0].state is State.FOUND
    assert (
        about("Etwas ganz anderes, otra cosa, другое.", statement, language).points[0].cover < 0.25
    )


@pytest.mark.parametrize(
    ("language", "statement", "page"),
    [
        (
            "de",
            "Das Tor lässt den alten Zustand durch",
            "Das Tor lässt den alten Zustand nicht durch.",
        ),
        ("es", "La puerta deja pasar el estado viejo", "La puerta no deja pasar el estado viejo."),
        (
            "fr",
            "La porte laisse passer le vieil état",
            "La porte ne laisse pas passer le vieil état.",
        ),
        ("zh", "门让旧状态通过网络", "门不让旧状态通过网络。"),
    ],
)
def test_negations_are_known_in_other_languages(language: str, statement: str, page: str) -> None:
    (point,) = about(page, statement, language).points
    assert point.state is State.CHECK
    assert Doubt.NEGATION_DIFFERS in {reason.doubt for reason in point.reasons}


@pytest.mark.parametrize(
    ("language", "statement", "page", "other"),
    [
        (
            "ja",
            "蒸留は九つの専門家を一つに統合する",
            "最後に蒸留で九つの専門家を統合する。",
            "猫が庭で寝ている。",
        ),
        (
            "zh",
            "蒸馏把九个专家合并成一个模型",
            "最后，蒸馏将九个专家合并成一个模型。",
            "猫在花园里睡觉。",
        ),
        (
            "ko",
            "증류는 아홉 전문가를 하나로 합친다",
            "증류로 아홉 전문가가 하나로 합친다.",
            "고양이가 잔다.",
        ),
        (
            "th",
            "การกลั่นรวมผู้เชี่ยวชาญเก้าคน",
            "สุดท้ายการกลั่นรวมผู้เชี่ยวชาญเก้าคน",
            "แมวนอนหลับ",
        ),
    ],
)
def test_scripts_without_spaces_are_compared_by_letters_and_said(
    language: str, statement: str, page: str, other: str
) -> None:
    comparison = about(page, statement, language)
    assert comparison.by_letters
    assert comparison.stemmer is None
    (point,) = comparison.points
    assert point.cover >= 0.6
    assert point.state in {State.FOUND, State.CHECK}
    assert point.sentence is not None
    assert about(other, statement, language).points[0].state is State.NOT_FOUND


def test_a_letter_script_in_the_rubric_alone_is_said_too() -> None:
    assert about("nothing of it", "蒸馏", "zh").by_letters


def test_a_letter_script_on_the_page_alone_is_said_too() -> None:
    assert about("蒸馏", "distillation", "en").by_letters


def test_an_unknown_language_is_compared_by_whole_words() -> None:
    comparison = about("kaksi mallia", "kaksi mallia", "xx")
    assert (comparison.stemmer, comparison.points[0].cover) == (None, 1.0)
    assert about("kaksin mallit", "kaksi mallia", "xx").points[0].cover < 1.0
