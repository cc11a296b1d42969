"""Languages: complete catalogues with the same facts, and one place that chooses."""

from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path
from string import Formatter
from typing import Final, get_args

import click
import pytest
from click.testing import CliRunner, Result

import tikal
from tests.languages.catalogues import (
    SENTENCES,
    SUBJECTS,
    english,
    facts_in,
    flat,
    lost_numbers,
    new_figures,
    numbers_in,
    problems,
    problems_of,
)
from tikal import languages
from tikal.cli import tikal as command
from tikal.components import Terrain
from tikal.errors import Violation
from tikal.fields import FIGURES
from tikal.languages import (
    LANGUAGES,
    catalogue,
    language_data,
    language_of,
    listed,
    preferred_language,
    refused_move,
    sentence,
    title,
    word,
)
from tikal.law.entries import BOOK_VERDICTS, CLAUSE_KINDS, CONFIDENCE, confidence_text
from tikal.law.grounds import grounds
from tikal.law.registry import chapters, difference
from tikal.pictures.text import board_text
from tikal.state import Phase

OTHERS: Final = LANGUAGES[1:]
GAME: Final = """edition: rio-grande-1999
players: 2

draw A2; place b3 r1; deploy L a1; walk L a1-b2; walk L b2-b3; recover b3; reveal 5
"""
REFUSED: Final = GAME + "recover b3\n"

# --- completeness ------------------------------------------------------------------------------


@pytest.mark.parametrize(("subject", "language"), [*product(SUBJECTS, OTHERS)])
def test_a_catalogue_has_the_keys_and_facts_of_the_english_one(subject: str, language: str) -> None:
    assert problems_of(subject, language) == []


@pytest.mark.parametrize(
    ("translated", "problem"),
    [
        ({}, "a is missing"),
        ({"a": "{cell} est Q-37", "b": "x"}, "b is not a key"),
        ({"a": ""}, "a is empty or badly spaced: ''"),
        ({"a": "{cell}  est Q-37"}, "a is empty or badly spaced: '{cell}  est Q-37'"),
        ({"a": "{case} est Q-37"}, "a has the facts ['case'], not ['cell']"),
        ({"a": "{cell est Q-37"}, "a: expected '}' before end of string"),
        ({"a": "{cell} est Q-38"}, "a names ['Q-38'], not ['Q-37']"),
    ],
)
def test_a_faulty_catalogue_is_noticed(translated: dict[str, str], problem: str) -> None:
    assert problem in problems(translated, {"a": "{cell} is Q-37"})


def test_every_sentence_of_a_catalogue_is_used() -> None:
    source = "".join(path.read_text("utf-8") for path in Path(tikal.__file__).parent.rglob("*.py"))
    for subject in ("board", "commands", "grounds", "lines", "problems"):
        for key in catalogue(subject):
            prefix = key.rpartition("/")[0]
            is_used = re.search(rf"""["']{key}["']""", source)
            assert is_used or (prefix and f"{prefix}/{{" in source), key


# --- facts -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("subject", "language"), [*product(SENTENCES, LANGUAGES)])
def test_no_placeholder_is_left_in_a_sentence(subject: str, language: str) -> None:
    for key, pattern in catalogue(subject, language).items():
        for number, figure in ((0, "L"), (1, "W"), (2, "L")):
            facts = sample_facts(pattern, number, figure)
            translated = sentence(subject, key, facts, language)
            assert translated != key or pattern == key, f"{key} cannot be translated"
            assert not re.search(r"[{}]", translated), translated


def sample_facts(pattern: str, number: int, figure: str) -> dict[str, object]:
    """Facts of the right kind: numbers where a noun follows, and one of the two figures."""
    facts: dict[str, object] = {}
    for _, name, spec, _ in Formatter().parse(pattern):
        if name == "figure":
            facts[name] = figure
        elif name:
            several = ("b3", "c4") if spec == "or" else number
            facts[name] = several if spec else facts.get(name, "b3")
    return facts


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_numbers_have_words_in_every_language(language: str) -> None:
    numerals = language_data(language).numerals
    assert len(numerals) == len(language_data("en").numerals)
    translated = sentence("refusals", "TEMPLE-04/two-levels", {"have": 2, "cell": "b1"}, language)
    assert numerals[2][0] in translated


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('name = "X"\nstemer = "French"', "languages/fr/language.toml: stemer is not a key of a"),
        ('name = "X', "languages/fr/language.toml: "),
    ],
)
def test_a_mistake_in_the_data_of_a_language_is_named_with_its_file(
    monkeypatch: pytest.MonkeyPatch, text: str, problem: str
) -> None:
    monkeypatch.setattr("tikal.languages.catalogue_text", lambda _subject, _language: text)
    languages._read.cache_clear()
    try:
        with pytest.raises(tikal.InvalidArgument, match=problem):
            language_data.__wrapped__("fr")
    finally:
        languages._read.cache_clear()


def test_a_language_without_data_has_its_code_for_a_name() -> None:
    assert language_data.__wrapped__("fr") == language_data("fr")
    assert languages.Language("es", "es", "es").singular == (1,)
    assert [language_data(code).english for code in ("fr", "nl")] == ["French", "Dutch"]


def test_french_takes_the_singular_for_nought() -> None:
    facts = {"have": 0, "cell": "b3"}
    assert "0 trésor " in sentence("refusals", "CAMP-02/treasure-left", facts, "fr")
    assert "0 treasures " in sentence("refusals", "CAMP-02/treasure-left", facts)


# --- meaning -----------------------------------------------------------------------------------

# Where a translation may write a number that the English lacks, or the other way round.
OTHER_NUMBERS: Final[dict[tuple[str, str, str], str]] = {}


@pytest.mark.parametrize(
    ("subject", "language"),
    [*product(("clauses", "rulings", "switches", "differences"), OTHERS)],
)
def test_numbers_are_those_of_the_english(subject: str, language: str) -> None:
    translated = flat(catalogue(subject, language))
    for key, original in english(subject).items():
        if key not in translated or (subject, key, language) in OTHER_NUMBERS:
            continue
        lost = lost_numbers(translated[key], original, language)
        assert not lost, f"{key}: {lost} of {original!r} is not in {translated[key]!r}"
        new = new_figures(translated[key], original)
        assert not new, f"{key}: {new} in {translated[key]!r} is not in {original!r}"


def test_a_wrong_number_is_noticed() -> None:
    original = "Level 10 costs 2 AP; three members, see Q-14."
    assert numbers_in(original, "en") == {10, 2, 3}
    assert not lost_numbers("L'étage 10 coûte deux PA ; trois explorateurs", original, "fr")
    assert lost_numbers("L'étage 10 coûte deux PA", original, "fr") == {3}
    assert new_figures("Stufe 10 kostet 2 AP; 4 Mitglieder (Q-14)", original) == {4}


def test_every_exception_is_still_one() -> None:
    for subject, key, language in OTHER_NUMBERS:
        text, original = flat(catalogue(subject, language))[key], english(subject)[key]
        assert lost_numbers(text, original, language) | new_figures(text, original), key


# --- entries and names -------------------------------------------------------------------------


@pytest.mark.parametrize("language", OTHERS)
def test_entries_are_given_back_in_a_language(language: str) -> None:
    clause, ruling, point = tikal.clause("TEMPLE-04"), tikal.ruling("Q-37"), difference("DIFF-01")
    translated = catalogue("clauses", language)[clause.id]
    assert clause.text(language) == translated["statement"] != clause.statement == clause.text()
    assert clause.in_language(language).title == translated["title"] != clause.title
    noted, translated = tikal.clause("CAMP-03"), catalogue("clauses", language)["CAMP-03"]
    for key, stance in noted.in_language(language).editions.items():
        assert stance.note == translated["notes"][key] != noted.editions[key].note
        assert stance.verdict == noted.editions[key].verdict
    translated = catalogue("rulings", language)[ruling.id]
    assert ruling.text(language) == translated["answer"] != ruling.answer == ruling.text()
    assert ruling.in_language(language).question == translated["question"]
    for reading in ruling.in_language(language).readings:
        assert reading.sentence == translated["readings"][reading.key]
        assert reading.value in [other.value for other in ruling.readings]
    translated = catalogue("differences", language)[point.id]
    assert point.text(language) == translated["point"]
    assert point.in_language(language).handling == translated["handling"] != point.handling
    assert point.in_language(language).editions == translated["editions"] != point.editions
    for switch in tikal.switches():
        meanings = switch.in_language(language).values
        assert list(meanings) == list(switch.values)
        values = catalogue("switches", language)[switch.name]["values"]
        assert list(meanings.values()) == [
            values[value if isinstance(value, str) else switch.text(value)] for value in meanings
        ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_readings_not_taken_are_in_the_language_of_the_ruling(language: str) -> None:
    for ruling in tikal.rulings():
        translated = ruling.in_language(language)
        if translated.readings:
            not_taken = [each.sentence for each in translated.readings if not each.taken_by]
            assert list(translated.rejected) == not_taken
    opinion = tikal.opinion(tikal.parse_position("b1=2 1W dug; act 1 5ap"), "uncover b1")
    reading = {
        each.key: each.sentence for each in tikal.ruling("Q-37").in_language(language).readings
    }
    assert reading["one"] in opinion.text(language)


@pytest.mark.parametrize("language", OTHERS)
def test_the_notes_on_rulebooks_are_in_the_language(language: str) -> None:
    printed = run("explain", "CAMP-03", "--format", "pretty", "--lang", language).output
    assert "not needed" not in printed
    stance = tikal.clause("CAMP-03").in_language(language).stance("rio-grande-1999")
    assert f"({stance.note})" in printed


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(
    "words", [("diff-editions", "rio-grande-1999", "legend-classic"), ("explain", "DIFF-04")]
)
def test_the_sides_of_a_difference_are_in_the_language(
    words: tuple[str, ...], language: str
) -> None:
    printed = " ".join(run(*words, "--format", "pretty", "--lang", language).output.split())
    point = difference("DIFF-04")
    for text in (*point.editions.values(), point.handling):
        assert text not in printed
    translated = point.in_language(language)
    for text in (translated.editions["rio-grande-1999"], translated.handling):
        assert text in printed


@pytest.mark.parametrize("language", LANGUAGES)
def test_phases_are_written_as_words(language: str) -> None:
    for phase in get_args(Phase):
        for key in ("turn/no-phase", "turn/points", "turn/tile", "bids/phase"):
            facts = {"phase": phase, "ap": 2, "tile": "A1"}
            assert word("phases", phase, language) in sentence("problems", key, facts, language)


@pytest.mark.parametrize("language", ["it", "", "tlh", "english", "frobnicate"])
def test_an_unknown_language_is_english(language: str) -> None:
    violation = Violation("MOVE-01", "MOVE-01/not-explored", {"cell": "a3"})
    assert violation.text(language) == violation.message == "a3 is not explored"
    for clause in tikal.clauses():
        assert clause.in_language(language) == clause
    for ruling in tikal.rulings():
        assert ruling.in_language(language) == ruling
    assert chapters(language) == chapters()
    assert listed((1, 2, 3), language) == "1, 2 and 3"
    assert word("terrains", "treasure", language) == "treasure hex"
    assert board_text(tikal.new_game(2), language) == str(tikal.new_game(2))


def test_missing_translations_fall_back_to_english(monkeypatch: pytest.MonkeyPatch) -> None:
    lacking: dict[str, dict[str, object]] = {"words": {"and": "et"}}

    def without(subject: str, language: str = "en") -> dict[str, object]:
        return lacking.get(subject, {}) if language_of(language) == "fr" else catalogue(subject)

    monkeypatch.setattr("tikal.languages.catalogue", without)
    assert sentence("board", "moment/over", {}, "fr") == "the game is over"
    assert word("figures", "L", "fr") == "leader"
    assert title("legend-classic", "fr") == tikal.LEGEND_CLASSIC.title
    assert tikal.clause("TEMPLE-04").in_language("fr") == tikal.clause("TEMPLE-04")
    assert chapters("fr") == chapters()
    assert confidence_text("H", "fr") == confidence_text("H")


def test_everything_that_has_a_name_has_one_and_nothing_else() -> None:
    names = {
        "phases": get_args(Phase),
        "terrains": get_args(Terrain),
        "kinds": CLAUSE_KINDS,
        "verdicts": BOOK_VERDICTS,
        "figures": FIGURES,
        "confidence": CONFIDENCE,
    }
    groups = {name for name, value in catalogue("words").items() if isinstance(value, dict)}
    assert groups == names.keys()
    for group, keys in names.items():
        assert set(catalogue("words")[group]) == set(keys), group
        for language, key in product(LANGUAGES, keys):
            assert word(group, key, language) == catalogue("words", language)[group][key]
    assert word("terrains", "swamp", "fr") == "swamp"


def test_editions_are_named_in_a_language_and_made_up_titles_stay() -> None:
    assert title("super-meeple-2015", "fr") == "Super Meeple 2015 (français)"
    house = tikal.house("rio-grande-1999", second_dig="one", lowest_bid=0)
    assert title(house, "fr") == title(house.key, "fr")
    assert title(house, "fr").endswith("second_dig=one et lowest_bid=0")
    assert title(house) == house.title
    made_up = tikal.Edition("mine", "À nous", False, True, (), True)
    assert title(made_up, "de") == "À nous"
    assert title("mine", "de") == "mine"


def test_grounds_are_summed_up_in_a_language() -> None:
    found = grounds("TREASURE-03/too-few-members", "ravensburger-1999")
    assert found.text() == found.summary
    assert {found.text(language) for language in LANGUAGES} >= {found.summary}
    assert len({found.text(language) for language in LANGUAGES}) == len(LANGUAGES)


# --- which language ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("fr", "fr"), ("FR", "fr"), ("fr_FR.UTF-8", "fr"), ("fr_CH@euro", "fr"), ("nl_BE", "nl"),
        ("de-AT", "de"), ("de.UTF-8", "de"), ("C", "en"), ("C.UTF-8", "en"), ("POSIX", "en"),
        ("", "en"), (None, "en"), ("it_IT.UTF-8", "en"), ("french", "en"), ("den", "en"),
    ],
)  # fmt: skip
def test_the_name_of_a_locale_is_understood(name: str | None, language: str) -> None:
    assert language_of(name) == language


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("fr-CH, fr;q=0.9, en;q=0.8, *;q=0.5", "fr"),
        ("en;q=0.5, nl;q=0.7, de;q=0.6", "nl"),
        ("de;q=0.7,nl;q=0.7", "de"),
        ("pt-BR, pt;q=0.9, de-AT;q=0.2", "de"),
        ("fr;q=0, nl;q=0.1", "nl"),
        ("fr ; q = 0.5 , de", "de"),
        ("fr;q=2, nl;q=high, de;level=1", "en"),
        ("*", "en"),
        ("pt, *;q=0.1", "en"),
        (",,;;q=,", "en"),
        ("", "en"),
    ],
)
def test_a_header_with_weights_asks_for_the_language_that_weighs_most(
    header: str, language: str
) -> None:
    assert language_of(header) == language


@pytest.mark.parametrize("name", [5, True, b"fr", ["fr"]])
def test_a_language_is_named_by_a_str(name: object) -> None:
    violation = Violation("END-04", "END-04/game-over", {})
    with pytest.raises(tikal.TikalError, match="a language is named by a str such as 'fr', not by"):
        violation.text(name)  # type: ignore[arg-type]
    with pytest.raises(tikal.TikalError):
        tikal.clause("TEMPLE-04").in_language(name)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR", "LC_ALL": "nl_NL"}, "nl"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "", "TIKAL_LANG": ""}, "de"),
        ({"LC_ALL": "de_DE.UTF-8", "TIKAL_LANG": "fr"}, "fr"),
        ({"LC_ALL": "de_DE.UTF-8", "TIKAL_LANG": "en"}, "en"),
        ({"LC_ALL": "de_DE.UTF-8", "TIKAL_LANG": "it"}, "en"),
        ({"LC_TIME": "de_DE.UTF-8"}, "en"),
    ],
)
def test_the_environment_chooses(environment: dict[str, str], language: str) -> None:
    assert preferred_language(environment) == language


# --- the commands ------------------------------------------------------------------------------

# Commands whose results are reports, logs or lines for a shell, and `play`.
WITHOUT_LANGUAGE: Final = {
    "audit", "report", "conformance", "completion", "match", "standings",
}  # fmt: skip


def run(*arguments: str, environment: dict[str, str] | None = None) -> Result:
    result = CliRunner(env=environment).invoke(command, [*arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture
def refused(tmp_path: Path) -> str:
    path = tmp_path / "game.tikal"
    path.write_text(REFUSED, "utf-8")
    return str(path)


def test_every_command_that_speaks_to_people_takes_a_language() -> None:
    context = click.Context(command)
    for name in command.list_commands(context):
        found = command.get_command(context, name)
        assert found is not None
        options = {option for parameter in found.params for option in parameter.opts}
        assert ("--lang" in options) is (name not in WITHOUT_LANGUAGE), name


COMMANDS: Final = (
    ("check", "GAME"), ("legal", "GAME"), ("path", "GAME", "a1", "b3"), ("show", "GAME"),
    ("path", "GAME", "a1", "h5"), ("tiles",), ("explain", "GAME"), ("explain", "TEMPLE-03"),
    ("explain", "COMP-12"), ("explain", "Q-37"), ("explain", "Q-04"), ("explain", "DIFF-01"),
    ("explain", "tiebreak"), ("explain", "DER-01"), ("clauses",),
    ("diff-editions", "rio-grande-1999", "legend-classic"),
    ("diff-editions", "rio-grande-1999", "rio-grande-1999"),
    ("simulate", "--games", "1"),
)  # fmt: skip


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_command_says_the_same_in_every_language(words: tuple[str, ...], refused: str) -> None:
    asked = [refused if word == "GAME" else word for word in words]
    translated = {}
    for language in LANGUAGES:
        result = run(*asked, "--format", "pretty", "--lang", language)
        assert result.exit_code in (0, 1), result.output
        translated[language] = re.sub(r"[0-9.]+ s\b", "", result.output)
    by_locale = run(*asked, "--format", "pretty", environment={"TIKAL_LANG": "", "LC_ALL": "nl_NL"})
    assert re.sub(r"[0-9.]+ s\b", "", by_locale.output) == translated["nl"]
    assert len({*translated.values()}) == len(LANGUAGES)
    lines = {len(text.splitlines()) for text in translated.values()}
    assert len(lines) == 1 or words[0] == "show"  # which folds long lines
    for text in translated.values():
        for key in {*catalogue("commands"), *catalogue("board"), *catalogue("grounds")}:
            assert "/" not in key or key not in text, key


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_json_stays_english_and_carries_the_text_that_is_asked_for(
    words: tuple[str, ...], refused: str
) -> None:
    asked = [refused if word == "GAME" else word for word in words]
    plain = run(*asked, "--format", "json")
    french = run(*asked, "--format", "json", environment={"TIKAL_LANG": "fr", "LC_ALL": "fr_FR"})
    assert french.output == plain.output
    explicit = json.loads(run(*asked, "--format", "json", "--lang", "fr").output)
    assert without_text(explicit) == json.loads(plain.output)
    assert without_text(json.loads(plain.output)) == json.loads(plain.output)


def without_text(data: object) -> object:
    """JSON without the texts that a language adds."""
    if isinstance(data, list):
        return [without_text(item) for item in data]
    if isinstance(data, dict):
        keep = "place" in data  # the text of a formal rule
        return {k: without_text(v) for k, v in data.items() if k != "text" or keep}
    return data


def test_texts_in_json_are_those_of_the_catalogues(refused: str) -> None:
    for language in LANGUAGES:
        refusal = json.loads(run("check", refused, "--lang", language).output)["refusal"]
        [violation] = refusal["violations"]
        again = Violation(violation["clause"], violation["key"], violation["facts"])
        assert violation["text"] == again.text(language)
        assert violation["message"] == again.message
        clause = json.loads(run("explain", "TEMPLE-04", "--lang", language).output)
        assert clause["text"]["statement"] == tikal.clause("TEMPLE-04").text(language)
        ruling = json.loads(run("explain", "Q-37", "--lang", language).output)
        assert ruling["text"]["answer"] == tikal.ruling("Q-37").text(language)
        listing = json.loads(run("clauses", "--lang", language).output)
        assert [entry["text"]["title"] for entry in listing] == [
            entry.in_language(language).title for entry in tikal.clauses()
        ]


def test_a_position_that_is_impossible_is_refused_in_every_language() -> None:
    translated = {
        language: run("check", "a2 1C", "--move", "end", "--lang", language).stderr
        for language in LANGUAGES
    }
    assert translated["en"] == "tikal: the position: seat 1: no camp can stand on a2 (CAMP-02)\n"
    assert (
        translated["fr"]
        == "tikal: la position : joueur 1 : il ne peut pas y avoir de camp en a2 (CAMP-02)\n"
    )
    assert len(set(translated.values())) == len(LANGUAGES)


def test_a_refused_move_is_named_with_its_place_in_every_language() -> None:
    for language in LANGUAGES:
        translated = refused_move("walk W a1-b2", 81, 36, 7, language)
        assert {"81", "36", "7"} <= set(re.findall(r"\d+", translated))
        assert "walk W a1-b2" in translated
    assert refused_move("end", 3) == "move 3, end, is not legal"
    assert refused_move("end", 3, 2) == "move 3 (line 2), end, is not legal"


def test_exceptions_stay_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIKAL_LANG", "fr")
    with pytest.raises(tikal.IllegalMove, match=r"end is refused: TURN-02: draw a tile first"):
        tikal.apply(tikal.new_game(2), "end")
    assert facts_in(catalogue("refusals")["TURN-04/too-few-points"]) == {"need", "have"}


# --- the players ---------------------------------------------------------------------------------


#: Refusals that name a player.
ABOUT_PLAYERS: Final = [key for key, text in catalogue("refusals").items() if "!p" in text]


def test_a_seat_is_a_player_in_every_language_or_in_none() -> None:
    for subject, language in product(("refusals", "counsel"), OTHERS):
        for key, pattern in catalogue(subject, language).items():
            english_seats = re.findall(r"\{(\w+)!p", catalogue(subject)[key])
            assert sorted(re.findall(r"\{(\w+)!p", pattern)) == sorted(english_seats), key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", ABOUT_PLAYERS)
def test_a_refusal_has_the_names_of_all_players_or_the_seats_of_all(
    key: str, language: str
) -> None:
    facts = {"seat": 2, "need": 1, "have": 3, "cell": "b3", "kind": 4}
    violation = Violation(key.partition("/")[0], key, facts)
    seat = sentence("board", "seat", {"seat": 7}, language).removesuffix(" 7").removeprefix("le ")
    named, plain = violation.text(language, ("Zoë", "Xavier")), violation.text(language)
    assert "Xavier" in named
    assert seat not in named
    assert f"{seat} 2" in plain
    assert ("Zoë" in named) is (f"{seat} 1" in plain)


def test_a_name_that_begins_with_a_vowel_takes_the_vowel_before_it() -> None:
    facts = {"seat": 1, "need": 3, "have": 2, "cell": "b3"}
    violation = Violation("GUARD-02", "GUARD-02/not-strongest", facts)
    assert violation.text("fr", ("Ana", "Ben")).endswith("dépasser celle d'Ana")
    assert violation.text("fr", ("Élise", "Ben")).endswith("dépasser celle d'Élise")
    assert violation.text("fr", ("Ben", "Ana")).endswith("dépasser celle de Ben")
    assert violation.text("fr").endswith("dépasser celle du joueur 1")


NAMED: Final = """edition: rio-grande-1999
players: 2
names: Zoë, Xavier

draw A2; place b3 r1; deploy L a1; end
1: draw A1
"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("words", [("check",), ("check", "--why"), ("explain",)], ids=" ".join)
def test_a_command_calls_players_by_their_names(
    words: tuple[str, ...], language: str, tmp_path: Path
) -> None:
    path = tmp_path / "named.tikal"
    path.write_text(NAMED, "utf-8")
    shown = run(words[0], str(path), *words[1:], "--format", "pretty", "--lang", language).output
    seat = sentence("board", "seat", {"seat": 7}, language).removesuffix(" 7").removeprefix("le ")
    assert re.search(r"TURN-01  .*Xavier.*Zoë", shown), shown
    assert not re.search(rf"\b{seat} \d", shown), shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_calls_players_by_their_names(language: str) -> None:
    from tikal.page.bridge import ask as answer

    setup = {"players": 2, "edition": "rio-grande-1999", "names": ["Zoë", "Xavier"]}
    asked = {"ask": "new", "language": language, **setup}
    game = json.loads(answer(json.dumps(asked)))["game"]
    for ask in ("check", "opinion"):
        question = {"ask": ask, "language": language, "game": game, "move": "draw A1", "seat": 2}
        [reason] = json.loads(answer(json.dumps(question)))["violations"]
        assert re.search(r"Zoë.*Xavier", reason["message"]), reason
