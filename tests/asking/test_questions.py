"""Questions in ordinary words: the right answers and verdicts, and none for other subjects."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from string import ascii_lowercase
from typing import Any, Final

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import tikal
from tikal.asking import stored as storing
from tikal.asking.corpus import asked_in, shape_of
from tikal.asking.indexing import Indexed, made
from tikal.asking.lexicon import Lexicon, concepts, language_of_question, languages, lexicon
from tikal.asking.questions import MAX_QUESTION_CHARACTERS, entry_named, related_to
from tikal.asking.search import Index, index
from tikal.asking.stored import FILE, WORDS, digest_of_sources, part_of, sources
from tikal.asking.tokens import MAX_WORD_LETTERS, Spelling, distance, parts, stemmer, words
from tikal.languages import catalogue, language_data, path_of
from tikal.law.verdicts import verdict_on
from tools.measure.questions import (
    FOLDER,
    Question,
    answered,
    held_back,
    linked_to,
    questions,
    share,
)
from tools.packaging import asking as packaging

ALL: Final = questions()
ON_TOPIC: Final = [question for question in ALL if question.ids]
ELSEWHERE: Final = [question for question in ALL if not question.ids]
IDS: Final = {entry.id for entry in (*tikal.clauses(), *tikal.rulings(), *tikal.differences())}  # type: ignore[attr-defined]
EDITIONS: Final = list(tikal.EDITIONS)


def first(question: str, **options: Any) -> str:
    return tikal.ask(question, **options)[0].id


# --- the fixture -------------------------------------------------------------------------------


def test_the_fixture_asks_about_every_chapter_in_every_language() -> None:
    assert {id_ for question in ON_TOPIC for id_ in question.ids} <= IDS
    assert len(ON_TOPIC) >= 34 + 150
    assert len(ELSEWHERE) >= 25
    assert {question.lang for question in ALL} == set(languages())
    chapters = {tikal.clause(id_).chapter for q in ON_TOPIC for id_ in q.ids if _is_clause(id_)}
    assert chapters == set(tikal.chapters())
    texts = [question.text for question in ALL]
    assert len(texts) == len(set(texts))


def _is_clause(id_: str) -> bool:
    return id_.split("-")[0] not in ("Q", "DIFF")


@pytest.mark.parametrize("given", [False, True], ids=["language found", "language given"])
def test_questions_are_answered(given: bool) -> None:
    results = answered(ON_TOPIC, given_language=given)
    assert share(results, 3) >= 0.95
    assert share(results, 1) >= 0.75


@pytest.mark.parametrize("language", languages())
def test_questions_are_answered_in_every_language(language: str) -> None:
    results = answered([question for question in ON_TOPIC if question.lang == language])
    assert share(results, 3) >= 0.9


def test_the_open_set_is_answered() -> None:
    results = answered(questions([FOLDER / "first.toml"]))
    assert len(results) == 34
    assert share(results, 3) >= 0.95


@pytest.mark.parametrize(("file", "number"), [("stranger", 80), ("second-stranger", 60)])
def test_questions_of_a_stranger_are_answered(file: str, number: int) -> None:
    results = answered(questions([FOLDER / f"{file}.toml"]))
    on_topic = [result for result in results if result.question.ids]
    assert len(on_topic) == number
    assert share(on_topic, 3) >= 0.95
    assert share(on_topic, 1) >= 0.75
    assert share([result for result in results if not result.question.ids], 1) >= 0.9


def test_questions_about_something_else_have_no_answer() -> None:
    assert share(answered(ELSEWHERE), 1) >= 0.9
    assert tikal.ask("how do I castle") == ()
    assert tikal.ask("") == tikal.ask("?!") == tikal.ask("the of and") == ()


# --- answers -----------------------------------------------------------------------------------


def test_an_answer_has_everything_to_go_on_with() -> None:
    (answer,) = tikal.ask("can I build a third camp?", "legend-classic", limit=1)
    assert isinstance(answer, tikal.Answer)
    assert answer.id == "CAMP-05"
    assert answer.title == tikal.clause("CAMP-05").title
    assert answer.text == tikal.clause("CAMP-05").statement
    assert answer.certainty.startswith("Tikal Legend")
    assert (answer.verdict, answer.by_edition) == ("no", dict.fromkeys(EDITIONS, "no"))
    assert answer.sentence == answer.text
    assert answer.question == "May I build a third camp?"
    assert answer.references["legend-classic"]
    assert 0 < answer.score <= 2


@pytest.mark.parametrize("word", ["guard", "gardien", "wachter", "Wächter", "camp", "kamp", "Camp"])
def test_a_bare_word_is_answered_by_clauses_that_have_it_in_their_title(word: str) -> None:
    for answer in tikal.ask(word):
        assert answer.verdict == "fact"
        assert answer.id in {each.id for each in tikal.clauses()}
        assert word.casefold() in answer.title.casefold()


def test_answers_are_the_same_every_time_and_best_first() -> None:
    for question in ON_TOPIC[::25]:
        answers = tikal.ask(question.text, limit=10)
        assert answers == tikal.ask(question.text, limit=10)
        scores = [answer.score for answer in answers]
        assert scores == sorted(scores, reverse=True)
        assert tikal.ask(question.text, limit=2) == answers[:2]
        assert tikal.ask(question.text, limit=0) == ()


def test_answers_do_not_depend_on_the_seed_of_hashes() -> None:
    program = (
        "import tikal; print([a.id for a in tikal.ask('may two gards watch one tempel', limit=20)])"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(tikal.__file__).parents[1])},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1


@pytest.mark.parametrize(
    "question",
    [
        "can there be two gaurds on one tempel",
        "can there be two guards on one tmeple",
        "CAN THERE BE TWO GUARDS ON ONE TEMPLE???",
        "peut-il y avoir deux gardiens sur un meme temple",
        "peut il y avoir deux GARDIENS sur un même temple",
        "Darf ein Tempel zwei Waechter haben",
        "darf ein tempel zwei waechter haben",
        "mogen er twee wachtres op één tempel",
    ],
)
def test_typing_errors_and_missing_accents_are_forgiven(question: str) -> None:
    assert first(question) in ("GUARD-14", "Q-56")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("can I place a third camp", "en"),
        ("peut-on poser un troisième camp", "fr"),
        ("mag ik een derde kamp plaatsen", "nl"),
        ("darf ich ein drittes Lager bauen", "de"),
        ("gardien", "fr"),
        ("wachter", "nl"),
        ("Wächter", "de"),
        ("guard", "en"),
        ("", "en"),
    ],
)
def test_the_language_of_a_question_is_found(text: str, language: str) -> None:
    assert language_of_question(text) == language


def test_the_language_of_the_fixture_is_found() -> None:
    right = [language_of_question(question.text) == question.lang for question in ON_TOPIC]
    assert sum(right) / len(right) >= 0.97


def test_answers_speak_the_language_of_the_question() -> None:
    assert "Super Meeple" in tikal.ask("peut-on échanger une paire")[0].certainty
    (answer,) = tikal.ask("combien de camps par joueur", limit=1)
    spoken = tikal.clause("CAMP-05").in_language("fr")
    assert (answer.id, answer.title, answer.text) == ("CAMP-05", spoken.title, spoken.statement)
    assert answer.title != tikal.clause("CAMP-05").title


def test_sentences_of_another_language_are_searched_too(monkeypatch: pytest.MonkeyPatch) -> None:
    question = "le zigouigoui est-il permis"
    assert tikal.ask(question) == ()
    spoken = {"CAMP-05": {"title": "Du zigouigoui", "statement": "Le zigouigoui est un camp."}}

    def with_french(subject: str, language: str = "en") -> dict[str, Any]:
        is_french = (subject, language) == ("clauses", "fr")
        return spoken if is_french else catalogue(subject, language)

    monkeypatch.setattr("tikal.languages.catalogue", with_french)
    searched = Index("fr", asked_in("fr"))
    assert searched.search(searched.read(question))[0].id == "CAMP-05"


# --- ids ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "id_"),
    [
        ("TEMPLE-04", "TEMPLE-04"),
        ("temple-4", "TEMPLE-04"),
        ("Temple 4", "TEMPLE-04"),
        ("temple4", "TEMPLE-04"),
        ("Q37", "Q-37"),
        (" q 37 ", "Q-37"),
        ("C2C-1", "C2C-01"),
        ("c2c 01", "C2C-01"),
        ("diff 1", "DIFF-01"),
    ],
)
def test_an_id_is_understood_however_it_is_written(text: str, id_: str) -> None:
    entry = entry_named(text)
    assert entry is not None
    assert entry.id == id_
    assert [answer.id for answer in tikal.ask(text)] == [id_]


@pytest.mark.parametrize("text", ["TEMPLE-99", "4", "guard", "Q", "temple 4 levels", "x" * 99])
def test_other_words_are_not_ids(text: str) -> None:
    assert entry_named(text) is None


# --- verdicts ----------------------------------------------------------------------------------


@pytest.mark.parametrize("key", EDITIONS)
def test_a_verdict_says_what_the_book_of_the_edition_says(key: str) -> None:
    phrases = catalogue("questions")
    for clause in tikal.clauses():
        verdict = verdict_on(clause, tikal.EDITIONS[key]).removeprefix(
            tikal.EDITIONS[key].title + ": "
        )
        if not clause.editions:
            assert verdict == f"follows from {', '.join(clause.follows_from)}"
        elif not verdict.startswith(phrases["not-a-rule"]):
            stance = clause.editions[key]
            assert verdict.startswith(phrases[stance.verdict.replace(" ", "-")]), clause.id
            assert all(heading in verdict for heading in stance.headings)


def test_a_verdict_names_a_switch_only_where_the_printed_editions_differ() -> None:
    """What is the same in all rulebooks is in the statement of the clause already."""
    named = 0
    for clause in tikal.clauses():
        for key in EDITIONS:
            verdict = verdict_on(clause, tikal.EDITIONS[key])
            for switch in tikal.switches():
                values = set(switch.editions.values())
                if switch.meaning(switch.editions[key]) in verdict:
                    assert clause.id in switch.clauses
                    assert len(values) > 1, (clause.id, key, switch.name)
                    named += 1
    assert named > 20
    letter = "Rio Grande 1999 (English): the rules say so (Place terrain hexagon)"
    assert verdict_on(tikal.clause("PLACE-01"), tikal.RIO_GRANDE_1999) == letter


def test_a_verdict_cites_the_rulings_that_its_refusals_need() -> None:
    """Others of the clause are cited only if no refusal needs one."""
    for key in ("rio-grande-1999", "ravensburger-1999"):
        verdict = verdict_on(tikal.clause("END-03"), tikal.EDITIONS[key])
        assert verdict.endswith(": the rulebook does not say, by ruling Q-70")
    assert {"Q-04", "Q-70"} <= {*tikal.clause("END-03").rulings}


def test_a_clause_that_an_edition_does_not_have_is_not_a_rule_of_it() -> None:
    verdicts = {key: verdict_on(tikal.clause("PLACE-05"), tikal.EDITIONS[key]) for key in EDITIONS}
    not_a_rule = [key for key in EDITIONS if "not a rule of this edition" in verdicts[key]]
    assert not_a_rule == [k for k in EDITIONS if tikal.EDITIONS[k].volcano_may_foreclose]
    assert "may wall off a space for good" in verdicts["rio-grande-1999"]
    assert "the rules say so" in verdicts["legend-classic"]


def test_legend_has_no_auction() -> None:
    answers = tikal.ask("who opens the first auction", "legend-classic")
    assert answers[0].certainty.endswith("not in this edition")
    assert (
        "the rules say so"
        in tikal.ask("who opens the first auction", "rio-grande-1999")[0].certainty
    )


def test_a_ruling_shows_the_reading_that_the_edition_takes() -> None:
    for ruling in tikal.rulings():
        for key in EDITIONS:
            verdict = verdict_on(ruling, tikal.EDITIONS[key])
            taken = [r.sentence.rstrip(".") for r in ruling.readings if key in r.taken_by]
            if "not in this edition" not in verdict and ruling.arises_in(key):
                assert all(sentence in verdict for sentence in taken), (ruling.id, key)
            assert not verdict.endswith(".")


def test_a_difference_shows_what_the_edition_says() -> None:
    for difference in tikal.differences():
        for key, text in difference.editions.items():
            assert verdict_on(difference, tikal.EDITIONS[key]).endswith(" ".join(text.split()))


def test_a_house_rule_is_a_rule_of_the_house() -> None:
    house = tikal.house("rio-grande-1999", volcano_may_foreclose=False)
    for id_ in ("PLACE-05", "Q-05"):
        assert "a house rule" in tikal.ask(id_, house)[0].certainty
    without = tikal.house("rio-grande-1999", has_auction=False)
    assert tikal.ask("AUCTION-09", without)[0].certainty.endswith("switched off by a house rule")
    with_one = tikal.house("legend-classic", has_auction=True)
    assert tikal.ask("AUCTION-09", with_one)[0].certainty.endswith("a house rule")


def test_without_an_edition_all_are_compared() -> None:
    assert tikal.ask("TURN-04")[0].certainty == "every edition: the rules say so"
    without, with_it = tikal.ask("CAMP-03")[0].certainty.split("; ")
    assert without.startswith("Rio Grande 1999, Ravensburger 1999")
    assert ": not a rule of this edition: " in without
    assert with_it.startswith("Super Meeple 2015, Tikal Legend")
    assert ": the rules say so: " in with_it


def test_a_question_that_names_an_edition_is_about_it() -> None:
    answers = tikal.ask("may a volcano wall off a space in the Legend edition")
    assert answers[0].certainty.startswith("Tikal Legend, Classic rules")
    both = tikal.ask("volcano that walls off a space, Legend or Ravensburger?")
    assert not both[0].certainty.startswith("Tikal Legend, Classic rules")


@pytest.mark.parametrize("language", languages())
def test_phrases_have_the_same_keys_and_facts_in_every_language(language: str) -> None:
    english, spoken = catalogue("questions"), catalogue("questions", language)
    assert spoken.keys() == english.keys()
    for key, sentence in english.items():
        assert sorted(_facts(spoken[key])) == sorted(_facts(sentence)), key


def _facts(pattern: str) -> list[str]:
    from string import Formatter

    return [name for _, name, _, _ in Formatter().parse(pattern) if name]


# --- the words ---------------------------------------------------------------------------------


def test_every_concept_is_of_a_sort_and_a_case_of_another() -> None:
    for key, concept in concepts().items():
        assert concept.about in ("game", "common", "asking", "other_game"), key
        assert not concept.broader or concept.broader in concepts(), key


@pytest.mark.parametrize("language", languages())
def test_every_word_stands_once_for_a_concept(language: str) -> None:
    for key, text in catalogue("synonyms", language).items():
        listed = [word.strip() for word in text.split(",")]
        assert all(words(word) for word in listed), key
        assert len(listed) == len(set(listed)), (key, listed)


@pytest.mark.parametrize("missing", ["asked", "synonyms"])
def test_a_language_without_words_for_questions_is_named_with_what_it_needs(
    monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    monkeypatch.setattr(
        "tikal.asking.lexicon.has_catalogue",
        lambda subject, language: (subject, language) != (missing, "de"),
    )
    understood = [language for language in languages() if language != "de"]
    monkeypatch.setattr("tikal.asking.lexicon.languages", lambda: understood)
    needed = f"questions in German need languages/de/{missing}.toml; there are "
    with pytest.raises(tikal.InvalidArgument) as error:
        tikal.ask("Wie viele Lager darf ich haben?", language="de")
    assert str(error.value) == needed + ", ".join(understood)
    assert tikal.ask("how many camps may I have")
    [answer] = tikal.ask("CAMP-05", language="de")
    assert answer.title == tikal.clause("CAMP-05").in_language("de").title


def test_a_stemmer_that_does_not_exist_is_named_with_its_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = evolve(language_data("fr"), stemmer="Klingon")
    monkeypatch.setattr("tikal.asking.tokens.language_data", lambda _: data)
    message = "languages/fr/language.toml: stemmer: snowballstemmer has no Klingon"
    with pytest.raises(tikal.InvalidArgument, match=message):
        stemmer.__wrapped__("fr")
    monkeypatch.setattr("tikal.asking.tokens.language_data", lambda _: evolve(data, stemmer=""))
    assert stemmer.__wrapped__("fr")("chevaux") == "chevaux"


@pytest.mark.parametrize("language", languages())
def test_ways_of_asking_are_about_the_game(language: str) -> None:
    speech = lexicon(language)
    for id_, sentences in asked_in(language).items():
        assert id_ in IDS
        assert len(sentences) == len(set(sentences)), id_
        for sentence in sentences:
            assert shape_of(sentence, speech), (id_, sentence)


def test_the_built_file_holds_what_is_computed(tmp_path: Path) -> None:
    packaging.write(tmp_path / FILE)
    text = (tmp_path / FILE).read_text("utf-8")
    for language in languages():
        document = part_of(text, language)
        assert document is not None
        computed = made(language, asked_in(language))
        assert json.loads(json.dumps(computed.document())) == document
        taken = Indexed.of(document)
        assert taken.precedents == computed.precedents
        assert (taken.owners, taken.sizes) == (computed.owners, computed.sizes)
        words_of = (part_of(text, WORDS) or {})[language]
        assert words_of.keys() == {"phrases", "stems"}
    assert part_of(text, "la") is None


@pytest.mark.parametrize("language", languages())
def test_answers_are_the_same_with_and_without_the_built_file(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = [question.text for question in ON_TOPIC if question.lang == language][::20]
    expected = [tikal.ask(text, language=language) for text in asked]
    monkeypatch.setattr("tikal.asking.indexing.stored", lambda _: None)
    monkeypatch.setattr("tikal.asking.lexicon.stored", lambda _: None)
    monkeypatch.setattr("tikal.asking.lexicon.lexicon", cache(Lexicon))
    computed = Index(language)
    for module in ("questions", "deciding"):
        monkeypatch.setattr(f"tikal.asking.{module}.index", lambda _: computed)
    assert [tikal.ask(text, language=language) for text in asked] == expected


@pytest.mark.parametrize("name", [name for name, _ in sources()])
def test_a_file_of_other_sources_never_answers(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    header = f'{{"sources":"{digest_of_sources()}","parts":["en"]}}\n{{}}\n'
    assert part_of(header, "en") == {}
    changed = [(each, text + b" " * (each == name)) for each, text in sources()]
    monkeypatch.setattr(storing, "sources", lambda: iter(changed))
    monkeypatch.setattr(storing, "digest_of_sources", digest_of_sources.__wrapped__)
    assert part_of(header, "en") is None


def test_the_sources_are_all_that_is_read_for_the_index() -> None:
    names = ("asked", "canonical", "directions", "synonyms", "language")
    read = {path_of(name, each) for name in names for each in languages()}
    laws = ("clauses", "rulings", "differences")
    read |= {path_of(name, each) for name in laws for each in languages() if each != "en"}
    read |= {"concepts.toml", "printed.toml", "questions.toml", "clauses/differences.toml"}
    read |= {"lexicon", "tokens", "directions", "corpus", "indexing", "canon"}
    assert {name for name, _ in sources()} >= read


@pytest.mark.parametrize("text", ["", "{", "{}", "[]", '"sources"', '{"sources": 1}', "\udcff"])
def test_a_damaged_file_never_answers(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / FILE).write_text(text, "utf-8", "surrogateescape")
    monkeypatch.setattr(storing, "built", tmp_path.joinpath)
    assert storing.stored.__wrapped__("en") is None
    (tmp_path / FILE).unlink()
    assert storing.stored.__wrapped__("en") is None


@pytest.mark.parametrize("language", ["en", "de"])
def test_ways_of_asking_that_are_held_back_find_their_entry(language: str) -> None:
    results = held_back(language, parts=10, only=1)
    assert len(results) > 100
    assert share(results, 3) >= 0.85


def test_every_clause_and_ruling_is_asked_about() -> None:
    assert {id_ for id_ in IDS if not id_.startswith("DIFF-")} <= set(asked_in("en"))


@pytest.mark.parametrize("language", languages())
def test_a_phrasing_of_an_entry_finds_it(language: str) -> None:
    asked = asked_in(language)
    results = answered(
        Question(sentences[-1], language, linked_to(id_)) for id_, sentences in asked.items()
    )
    assert share(results, 3) >= 0.95


def test_a_long_word_is_taken_apart() -> None:
    known = {"vulkaan", "kaartje", "tempel", "wachter"}
    assert parts("vulkaankaartje", ("", "s"), known.__contains__) == ("vulkaan", "kaartje")
    assert parts("tempelswachter", ("", "s"), known.__contains__) == ("tempel", "wachter")
    assert parts("tempelswachter", (), known.__contains__) is None
    assert parts("tempel", ("", "s"), known.__contains__) is None


@pytest.mark.parametrize(
    ("one", "other", "slips"),
    [
        ("guard", "guard", 0),
        ("gaurd", "guard", 1),
        ("gard", "guard", 1),
        ("guarrd", "guard", 1),
        ("guord", "guard", 1),
        ("gord", "guard", 2),
        ("temple", "guard", 3),
    ],
)
def test_slips_are_counted(one: str, other: str, slips: int) -> None:
    assert distance(one, other, 2) == distance(other, one, 2) == slips


def test_a_word_is_corrected_to_the_nearest_known_one() -> None:
    spelling = Spelling({"volcano", "temple", "guard", "treasure", "excavation"})
    assert spelling.correct("volcno") == "volcano"
    assert spelling.correct("tmeple") == "temple"
    assert spelling.correct("exkavatoin") == "excavation"
    assert spelling.correct("castle") is None
    assert spelling.correct("xy") is None
    longest = (ascii_lowercase * 2)[:MAX_WORD_LETTERS]
    assert Spelling({longest}).correct(longest[:-1] + "y") == longest
    assert Spelling({longest}).correct(longest + "y") is None


def test_rare_concepts_of_the_game_tell_more_than_frequent_ones() -> None:
    searched = index("en")

    def weight(word: str) -> float:
        (term,) = searched.read(word).terms
        return searched.weight(term)

    assert weight("foreclose") > weight("exchange") > weight("volcano") > weight("temple")
    assert weight("temple") > weight("player") > 0


def test_words_are_listed_by_what_they_have_to_do_with() -> None:
    found = related_to("volcano")
    assert {"VOLC-01", "VOLC-04", "PLACE-04", "PLACE-05"} <= set(found[:20])
    assert related_to("castle") == ()
    assert related_to("temple 4") == ("TEMPLE-04",)


# --- limits ------------------------------------------------------------------------------------


@given(st.text(max_size=MAX_QUESTION_CHARACTERS), st.sampled_from([None, *languages()]))
def test_any_text_is_a_question(text: str, language: str | None) -> None:
    for answer in tikal.ask(text, language=language):
        assert answer.id in IDS


def test_a_question_that_is_too_long_is_refused() -> None:
    assert tikal.ask("guard " * (MAX_QUESTION_CHARACTERS // 6))
    with pytest.raises(
        tikal.InvalidArgument, match=f"at most {MAX_QUESTION_CHARACTERS} characters"
    ):
        tikal.ask("x" * (MAX_QUESTION_CHARACTERS + 1))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((None,), "a question is a str"),
        ((b"guard",), "a question is a str"),
        (("guard", 3), "edition is an Edition"),
        (("guard", "tikal-2"), "no edition"),
        (("guard", None, 3), "a language is named by a str"),
        (("guard", None, None, "3"), "limit is an int"),
    ],
)
def test_an_argument_that_is_not_a_question_is_refused(
    arguments: tuple[Any, ...], message: str
) -> None:
    with pytest.raises(tikal.InvalidArgument, match=message):
        tikal.ask(*arguments)


def test_without_the_stemmer_the_message_says_what_to_install() -> None:
    program = (
        "import sys; sys.modules['snowballstemmer'] = None\n"
        "import tikal\n"
        "try: tikal.ask('guard')\n"
        "except ModuleNotFoundError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "pip install 'tikal-rules[ask]'" in done.stdout


@pytest.mark.parametrize(
    ("text", "id_"),
    [
        ("can I undo what I just did", "Q-86"),
        ("until when may a move be taken back", "Q-86"),
        ("kann ich meinen letzten Zug noch zurücknehmen", "Q-86"),
        ("puis-je annuler mon action", "Q-86"),
        ("mag ik mijn zet terugnemen", "Q-86"),
        ("which tiles of this letter are still out", "Q-87"),
        ("may I look at the face-down tiles", "Q-87"),
        ("darf ich verdeckte Plättchen ansehen", "Q-87"),
        ("puis-je regarder les tuiles face cachée", "Q-87"),
        ("mag ik de verdekte kaartjes bekijken", "Q-87"),
        ("can I place a guard on the last turn", "Q-88"),
        ("darf ich in der letzten Wertung noch einen Wächter aufstellen", "Q-88"),
        ("puis-je placer un gardien au tout dernier tour", "Q-88"),
        ("mag ik in de laatste waardering nog een wachter plaatsen", "Q-88"),
    ],
)
def test_points_about_the_table_are_answered(text: str, id_: str) -> None:
    assert id_ in [answer.id for answer in tikal.ask(text, limit=2)]
