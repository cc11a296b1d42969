"""Every sentence of every language, filled with each value that its facts can take."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from string import Formatter
from typing import Final, get_args

import pytest

from tests.languages.catalogues import SENTENCES
from tikal.components import Terrain
from tikal.editions import EDITIONS
from tikal.fields import FIGURES
from tikal.languages import LANGUAGES, catalogue, sentence
from tikal.law.entries import CONFIDENCE, confidence_text
from tikal.pictures.text import player_name
from tikal.state import Phase

# --- values ------------------------------------------------------------------------------------

#: Facts that are counts wherever they stand.
COUNTS: Final = {
    "all", "ap", "before", "camps", "cells", "claimed", "columns", "dug", "figures", "games",
    "guards", "have", "laid", "left", "least", "missing", "most", "need", "owned", "pieces",
    "points", "share", "some", "spent", "stock", "strength", "supply", "tiles", "times",
    "tokens", "total", "treasures", "unseen", "value",
}  # fmt: skip
#: The least value of a count, if a smaller one has another sentence or cannot be.
LEAST: Final = {
    "counsel games/all-refusals": {"all": 2}, "counsel games/some-refusals": {"all": 2},
    "play narrow": {"columns": 2}, "play revealed": {"have": 1},
    "problems camps/many": {"have": 3, "most": 2}, "problems camps/shared": {"times": 2},
    "problems guards/many": {"have": 3, "most": 2}, "problems guards/shared": {"times": 2},
    "problems records/by-cell": {"need": 2}, "problems records/floors": {"need": 2},
    "problems records/players": {"least": 2, "most": 2}, "problems score/most": {"most": 2},
    "problems records/treasures": {"need": 2}, "problems temples/floors": {"pieces": 2},
    "problems figures/workers": {"need": 2},
    "problems tiles/twice": {"times": 2}, "problems worked/cost": {"spent": 2},
    "problems worked/many": {"times": 2}, "refusals SWAP-05/not-single": {"have": 2},
    "refusals TEMPLE-03/too-few-members": {"need": 2},
    "refusals TREASURE-03/too-few-members": {"need": 2},
}  # fmt: skip
#: Facts that are numbers of seats where the sentence has the word for a player.
SEATS: Final = {"board seats", "problems records/other-seat"}


def values_of(subject: str, key: str, name: str, spec: str, language: str) -> tuple[object, ...]:
    """The possible values of a fact."""
    match name:
        case "figure":
            return FIGURES
        case "edition":
            return tuple(EDITIONS)
        case "terrain":
            return get_args(Terrain)
        case "phase":
            return get_args(Phase)
        case "confidence":
            return tuple(confidence_text(degree, language) for degree in CONFIDENCE)
        case "player" | "other" | "winners" | "seats" if f"{subject} {key}" not in SEATS:
            return player_name(1, (), language), player_name(2, (), language), "Ben"
        case "cell" | "origin" | "target":
            return "a1", "b3"
    return _of_any_name(subject, key, name, spec)


def _of_any_name(subject: str, key: str, name: str, spec: str) -> tuple[object, ...]:
    if subject == "mistakes" and name in COUNTS and not spec:
        return 2, 4_000  # limits, and numbers of players
    if spec == "or":
        return ("X7", "X8"), ("X7", "X8", "X9")
    if spec or name in COUNTS:
        least = LEAST.get(f"{subject} {key}", {}).get(name, 0)
        return tuple(number for number in (0, 1, 2, 5) if number >= least)
    return ("X7",)


def filled(subject: str, language: str) -> Iterator[tuple[str, str]]:
    """The sentences of a catalogue by key, as often as its facts have values."""
    for key, pattern in catalogue(subject, language).items():
        facts = {
            name: values_of(subject, key, name, spec or "", language)
            for _, name, spec, _ in Formatter().parse(pattern)
            if name
        }
        for turn in range(max(map(len, facts.values()), default=1)):
            chosen = {name: values[turn % len(values)] for name, values in facts.items()}
            yield key, sentence(subject, key, chosen, language)


# --- what must not occur -----------------------------------------------------------------------

_VOWEL: Final = "aeiouyàâéèêëîïôûœ"
#: By language, what no sentence says: articles, contractions, plurals.
FORBIDDEN: Final[dict[str, tuple[str, ...]]] = {
    "en": (
        r"\ball (1|2)\b",
        rf"\ba [{_VOWEL}](?!\d)(?!n?[eu]\w)",
        r"\ban [bcdfgjklmnpqrstvwxz]",
        r"(?<!seat )\b1 (?!is\b|was\b|has\b|disappears\b)[a-z]+s\b",
        r"\b(0|[2-9]) (point|tile|camp|guard|treasure|level|move|worker|leader)\b",
        r"\b(of|in|at|on|to) (of|in|at|on|to)\b(?! (draw|place|most))",
    ),
    "fr": (
        r"\bà les? (?!\w+er\b)",
        r"\bde les? ",
        rf"\b(de|que|le|la|ne|se|jusque|lorsque) (?![a-h]\d)[{_VOWEL}]",
        r"\b(de|à) (du|des|au|aux)\b",
        r"\b[01] (?!plus\b|fois\b|dans\b|pas\b|sans\b|dès\b)[a-zéèêâ]+[sx]\b",
        r"\b[2-9] (point|tuile|camp|gardien|trésor|étage|coup|explorateur|chef)\b",
        r"\b(les|ses|tous les) (0|1)\b",
    ),
    "nl": (
        r"\balle (0|1|2)\b",
        r"\b1 (punten|kaartjes|terreinkaartjes|kampen|wachters|schatten|niveaus|zetten|figuren)\b",
        r"\b1 (actiepunten|leden|expeditieleden|spellen|partijen|stappen|weigeringen)\b",
        r"\b(0|[2-9]) (punt|terreinkaartje|kamp|wachter|schat|niveau|actiepunt|figuur)\b",
        r"\b(de|het|een) (de|het)\b",
    ),
    "de": (
        r"\b[Aa]lle (0|1|2)\b",
        r"\b1 (Punkten?|Aktionen|Camps|Schätzen?|Stufen|Aktionspunkten?|Mitglieder|Spiele)\b",
        r"\b(0|[2-9]) (Punkt|Aktion|Camp|Schatz|Stufe|Aktionspunkt|Mitglied|Spiel)\b",
        r"\b(zu|in|an|bei|von) (dem|der) (Basiscamp|Tempel|Spieler)\b",
    ),
}
#: In every language: a word twice, and a key in place of its word.
EVERYWHERE: Final = (r"\b([^\W\d]+) \1\b", r"\b(base_camp|M-H)\b")


def faults(text: str, language: str) -> list[str]:
    """The forbidden parts of a sentence."""
    rules = (*FORBIDDEN[language], *EVERYWHERE)
    return [found[0] for rule in rules if (found := re.search(rule, text))]


@pytest.mark.parametrize(("subject", "language"), [*product(SENTENCES, LANGUAGES)])
def test_articles_contractions_and_plurals_fit_every_fact(subject: str, language: str) -> None:
    found = {
        f"{key}: {text!r} has {faults(text, language)}"
        for key, text in filled(subject, language)
        if faults(text, language)
    }
    assert not found, "\n".join(sorted(found))


@pytest.mark.parametrize(
    ("language", "text", "fault"),
    [
        ("en", "no camp is left: all 2 are founded", "all 2"),
        ("en", "wins with 1 points", "1 points"),
        ("en", "bids 3 point", "3 point"),
        ("fr", "donne un trésor à le joueur 2", "à le "),
        ("fr", "le camp de le joueur 2", "de le "),
        ("fr", "fait de un explorateur le gardien", "de u"),
        ("fr", "il reste 0 trésors", "0 trésors"),
        ("nl", "alle 2 zijn opgericht", "alle 2"),
        ("nl", "wint met 1 punten", "1 punten"),
        ("de", "Alle 2 sind errichtet", "Alle 2"),
        ("de", "gewinnt mit 1 Punkten", "1 Punkten"),
        ("de", "in der der Phase", "der der"),
    ],
)
def test_a_faulty_sentence_is_noticed(language: str, text: str, fault: str) -> None:
    assert fault in faults(text, language)
