"""Ask the solver for a witness of every clause that can refuse a move, and for its legal twin.

A witness is a sound position and a move that breaks this clause and no other. Its twin differs in
one independent fact, or is the same position in another edition, and there the move is legal.
`python -m tools.generate.witnesses` writes spec/props/witnesses.json; with `--check` it only
compares.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import clingo
import clingo.ast
from attrs import frozen

import tikal
from tests.formal.specification import (
    ask,
    edition_fluents,
    facts,
    given,
    move_of,
    successor,
    term,
)
from tikal._support.atomic_write import write_atomic
from tikal.editions import Edition, read_edition, write_edition
from tikal.state import NEW_GAME_CLAUSES
from tools.generate.witness_cases import (
    Json,
    describe_change,
    describe_new_game,
    edition_of,
    setup_of,
    situation,
    state_of,
)

ROOT = Path(__file__).parents[2]
RULES = ROOT / "spec" / "rules"
PROPS = ROOT / "spec" / "props"
CASES = ROOT / "spec" / "props" / "witnesses.json"
#: The answer does not depend on the way it is found, see `Puzzle.solve`; the time does.
OPTIONS = ("--warn=all", "--opt-mode=optN", "--opt-heuristic=sign,model", "--seed=1")


class WitnessError(AssertionError):
    """The solver found no witness, or clingo reported something."""


# --- questions ---------------------------------------------------------------------------------


@frozen
class Question:
    """A clause and the layer in which it applies; CITATIONS.md explains the layers."""

    clause: str
    layer: str
    #: The value of a switch that the question is about, as in `second_dig=different`.
    reading: str = ""

    @classmethod
    def parse(cls, text: str, reading: str = "") -> Question:
        """`TEMPLE-04`, or `TURN-02/sequence`."""
        clause, _, layer = text.partition("/")
        return cls(clause, layer or "precondition", reading)

    def __str__(self) -> str:
        layer = "" if self.layer in ("precondition", "new_game") else self.layer
        return "/".join(filter(None, (self.clause, layer, self.reading)))

    @property
    def atom(self) -> clingo.Symbol:
        """The assumption under which it is asked."""
        return clingo.Function(
            "question", [clingo.String(self.clause), clingo.Function(self.layer)]
        )


@frozen
class Table:
    """An edition, players, a board of a played game, and the questions asked there."""

    name: str
    edition: Edition
    players: int
    auction: bool
    #: Cell, tile and rotation in the order of the game.
    board: tuple[tuple[str, str, int], ...]
    fewest: int
    most: int
    pieces: int
    questions: tuple[Question, ...]
    #: The edition of the twins: another one if it is the edition in which they differ.
    twin_edition: Edition
    #: The kind of fact in which the twins differ; whichever is simplest if none is named.
    twin_by: str

    def fluents(self, edition: Edition) -> list[str]:
        """The setup that the players choose before the game."""
        game = [f"players({self.players})", *(["auction"] if self.auction else [])]
        return [*edition_fluents(edition), *game]

    def geometry(self) -> str:
        """The board and the cells in question, as facts."""
        lines = [f'order({i},{c},"{t}",{r}).' for i, (c, t, r) in enumerate(self.board, start=1)]
        zone = [*tikal.components.BOX.printed, *(cell for cell, _, _ in self.board[: self.pieces])]
        lines += [f"fewest({self.fewest}). most({self.most})."]
        lowest = min(self.edition.lowest_bid, self.twin_edition.lowest_bid)
        lines += [f"bids_from({lowest})."]
        lines += [f"zone({cell})." for cell in zone]
        return " ".join(lines)


#: Starting a game: no table, no board.
NEW_GAMES = tuple(Question(c, "new_game") for c in NEW_GAME_CLAUSES)


@cache
def tables() -> tuple[Table, ...]:
    """The tables of spec/props/witness_tables.toml."""
    data = tomllib.loads((PROPS / "witness_tables.toml").read_text("utf-8"))
    boards = {
        name: tuple(
            (cell, tile, int(turn.removeprefix("r")))
            for cell, tile, turn in (entry.split() for entry in text.split(","))
        )
        for name, text in data["boards"].items()
    }
    return tuple(
        Table(
            name=table["name"],
            edition=read_edition(table["edition"]),
            players=table["players"],
            auction=table["auction"],
            board=boards[table["board"]],
            fewest=table["fewest"],
            most=table["most"],
            pieces=table["pieces"],
            questions=tuple(
                Question.parse(question, table.get("reading", ""))
                for question in table["questions"]
            ),
            twin_edition=read_edition(table.get("twin_edition", table["edition"])),
            twin_by=table.get("twin_by", ""),
        )
        for table in data["table"]
    )


# --- programs ----------------------------------------------------------------------------------


class _Twin(clingo.ast.Transformer):
    """Renames every relation that the two readings do not share."""

    shared = frozenset({"order", "fewest", "most", "zone", "bids_from"})

    def visit_SymbolicAtom(self, atom: clingo.ast.AST) -> clingo.ast.AST:  # noqa: N802
        """Rename a relation."""
        name = atom.symbol.name
        if name in self.shared:
            return atom
        return atom.update(symbol=atom.symbol.update(name=f"twin_{name}"))

    def visit_Defined(self, statement: clingo.ast.AST) -> clingo.ast.AST:  # noqa: N802
        """Rename a declaration."""
        return statement.update(name=f"twin_{statement.name}")


def _read(*paths: Path) -> str:
    return "\n".join(f"#program base.\n{path.read_text('utf-8')}" for path in paths)


@cache
def _twice(text: str) -> tuple[clingo.ast.AST, ...]:
    """The statements of a program in both readings, without those that show atoms."""
    twin, statements = _Twin(), list[clingo.ast.AST]()

    def add(statement: clingo.ast.AST) -> None:
        if statement.ast_type is not clingo.ast.ASTType.ShowSignature:
            statements.extend((statement, twin.visit(statement)))

    clingo.ast.parse_string(text, add)
    return tuple(statements)


class Puzzle:
    """A ground program that answers questions."""

    def __init__(self, twice: str, once: str, questions: tuple[Question, ...]) -> None:
        self.messages: list[str] = []
        self.control = clingo.Control(
            OPTIONS, logger=lambda _code, text: self.messages.append(text)
        )
        with clingo.ast.ProgramBuilder(self.control) as builder:
            for statement in _twice(twice):
                builder.add(statement)
            subjects = (f'subject("{q.clause}",{q.layer}).' for q in questions)
            clingo.ast.parse_string(f"#program base. {once} {' '.join(subjects)}", builder.add)
        self.control.ground([("base", []), ("invariants", [])])
        self._refuse_messages()

    def _refuse_messages(self) -> None:
        if self.messages:
            raise WitnessError(f"clingo reports {self.messages[:3]}")

    def solve(self, question: Question) -> list[clingo.Symbol]:
        """The shown atoms of the best answer.

        Of several equally good ones it is the first in alphabetical order, so that the solver's
        version and its random choices make no difference.
        """
        with self.control.solve(assumptions=[(question.atom, True)], yield_=True) as handle:
            best = [sorted(m.symbols(shown=True)) for m in handle if m.optimality_proven]
        self._refuse_messages()
        if not best:
            raise WitnessError(f"no witness of {question} here")
        return min(best, key=lambda symbols: [str(symbol) for symbol in symbols])


def puzzle_at(table: Table) -> Puzzle:
    """All questions of a table."""
    rules = _read(*sorted(RULES.glob("*.lp")))
    choices = _read(PROPS / "witness_state.lp", PROPS / "witness_move.lp")
    agreed = [f"true({fluent})." for fluent in table.fluents(table.edition)]
    agreed += [f"twin_true({fluent})." for fluent in table.fluents(table.twin_edition)]
    if table.twin_edition != table.edition:
        agreed.append("other_edition.")
    if table.twin_by:
        agreed.append(f"twin_by({table.twin_by}).")
    return Puzzle(
        twice=f"{rules}\n{choices}",
        once=f"{_read(PROPS / 'witness_twin.lp')}\n{' '.join(agreed)} {table.geometry()}",
        questions=table.questions,
    )


def puzzle_of_new_games() -> Puzzle:
    """The questions about starting a game."""
    known = " ".join(
        f'edition("{key}",{i},{"yes" if edition.has_auction else "no"}).'
        for i, (key, edition) in enumerate(tikal.EDITIONS.items())
    )
    rules = ("setup", "switches", "board", "components")
    twice = _read(*(RULES / f"{name}.lp" for name in rules))
    twice += "\n#defined true/1. #defined start/3."
    return Puzzle(twice, f"{_read(PROPS / 'witness_game.lp')}\n{known}", NEW_GAMES)


# --- cases -------------------------------------------------------------------------------------


def _atoms(symbols: list[clingo.Symbol], name: str) -> list[clingo.Symbol]:
    return [symbol.arguments[0] for symbol in symbols if symbol.name == name]


def _title(question: Question) -> str:
    return f"{question.clause} ({tikal.clause(question.clause).title})"


def _changed(symbols: list[clingo.Symbol], witness: Json, twin: Json) -> list[str]:
    """The differences as words: `figures 1 w a2`."""
    for part in ("edition", "seat", "move"):
        if witness.get(part) != twin.get(part):
            return [part]
    keys = _atoms(symbols, "changed")
    if not keys:
        return ["moment"]
    return [keys[0].name, *(str(argument) for argument in keys[0].arguments)]


def cases_at(table: Table, question: Question, symbols: list[clingo.Symbol]) -> list[Json]:
    """The witness and its twin, from the solver's answer."""
    pair = []
    editions = (table.edition, table.twin_edition)
    for role, prefix, edition in zip(("witness", "twin"), ("", "twin_"), editions, strict=True):
        fluents = _atoms(symbols, f"{prefix}true")
        case: Json = {
            "id": f"{question}/{role}",
            "clause": question.clause,
            "layer": question.layer,
            "edition": write_edition(edition),
            "players": table.players,
            "auction": table.auction,
            "description": "",
            "setup": setup_of(fluents),
            "move": str(move_of(_atoms(symbols, f"{prefix}candidate")[0])),
        }
        if seats := _atoms(symbols, f"{prefix}asked"):
            case["seat"] = seats[0].number
        if facts(state_of(case)) != {str(fluent) for fluent in fluents}:
            raise WitnessError(f"{case['id']}: the setup does not say what the solver found")
        pair.append(case)
    witness, twin = pair
    witness["expected"] = {"clauses": [question.clause]}
    witness["description"] = f"{situation(witness)} Refused: {_title(question)}."
    twin["changed"] = _changed(symbols, witness, twin)
    twin["expected"] = {"clauses": [], "after": _after(twin)}
    twin["description"] = (
        f"{situation(twin)} Legal: against the witness of {_title(question)} "
        f"{describe_change(twin['changed'])} has changed."
    )
    return pair


def _after(case: Json) -> Json:
    """The position after the move, by the specification."""
    return outcome(successor(state_of(case), tikal.parse_move(case["move"])))


def outcome(fluents: frozenset[str]) -> Json:
    """Phase, active seat, action points and scores of a position, from its facts."""
    parsed = sorted(map(clingo.parse_term, fluents))
    one = {symbol.name: symbol.arguments[0] for symbol in parsed if len(symbol.arguments) == 1}
    scores = [symbol.arguments for symbol in parsed if symbol.name == "score"]
    return {
        "phase": one["phase"].name,
        "active": one["active"].number if "active" in one else None,
        "ap": one["ap"].number,
        "scores": {str(seat): points.number for seat, points in scores},
    }


def new_game_cases(question: Question, symbols: list[clingo.Symbol]) -> list[Json]:
    """A game that cannot be started, and one that can."""
    edition = tikal.EDITIONS[_atoms(symbols, "plays")[0].string]
    pair = []
    for role, prefix in (("witness", ""), ("twin", "twin_")):
        players, start, auction = _atoms(symbols, f"{prefix}candidate")[0].arguments
        case: Json = {
            "id": f"{question}/{role}",
            "clause": question.clause,
            "layer": question.layer,
            "edition": write_edition(edition),
            "players": players.number,
            "auction": auction.name == "yes",
            "description": "",
            "new_game": {"start": start.number},
        }
        pair.append(case)
    witness, twin = pair
    witness["expected"] = {"clauses": [question.clause]}
    witness["description"] = f"{describe_new_game(witness)} Refused: {_title(question)}."
    twin["changed"] = [_atoms(symbols, "changed")[0].name]
    begun = ask(given=f"{_switches(edition)} start({_game(twin)}).").init
    twin["expected"] = {"clauses": [], "after": outcome(begun)}
    twin["description"] = (
        f"{describe_new_game(twin)} Legal: against the witness of {_title(question)} "
        f"{describe_change(twin['changed'])} has changed."
    )
    return pair


def _game(case: Json) -> str:
    auction = "yes" if case["auction"] else "no"
    return f"{case['players']},{case['new_game']['start']},{auction}"


def _switches(edition: Edition) -> str:
    return " ".join(f"true({fluent})." for fluent in edition_fluents(edition))


def formal_verdict(case: Json) -> list[str]:
    """The clauses that the specification cites in a case."""
    if "new_game" in case:
        edition = edition_of(case)
        asked = f"{_switches(edition)} candidate(new_game({_game(case)}))."
        return sorted(ask(given=asked).refused_games)
    state, move = state_of(case), tikal.parse_move(case["move"])
    seat = case.get("seat")
    whose = "" if seat is None else f" asked({seat})."
    answer = ask(("invariants", []), given=f"{given(state)} candidate({term(move)}).{whose}")
    if answer.broken:
        raise WitnessError(f"{case['id']} is not a sound position: {answer.broken}")
    return sorted(answer.forbidden.get((seat, move), frozenset()))


# --- the whole file ----------------------------------------------------------------------------


def generate(wanted: frozenset[str] | None = None) -> Iterator[tuple[Question, list[Json]]]:
    """The cases of all questions, or of the tables named, question by question."""
    if wanted is None or "new games" in wanted:
        puzzle = puzzle_of_new_games()
        for question in NEW_GAMES:
            yield question, new_game_cases(question, puzzle.solve(question))
    for table in tables():
        if wanted is None or table.name in wanted:
            puzzle = puzzle_at(table)
            for question in table.questions:
                yield question, cases_at(table, question, puzzle.solve(question))


def in_order(cases: list[Json]) -> list[Json]:
    """In the order of the rulebook; the layers one after the other, the twin after its witness."""
    order = [clause.id for clause in tikal.clauses()]
    layers = ("new_game", "precondition", "sequence", "turn")
    return sorted(cases, key=lambda c: (order.index(c["clause"]), layers.index(c["layer"])))


def document(cases: list[Json]) -> str:
    """The file: one line for each part of a case."""

    def parts(case: Json) -> str:
        lines = (f'"{key}": {json.dumps(value, ensure_ascii=False)}' for key, value in case.items())
        return "{" + ",\n ".join(lines) + "}"

    head = '{"format": "tikal-witnesses/1",\n "made_by": "python -m tools.generate.witnesses",\n'
    head += ' "cases": [\n'
    return head + ",\n\n".join(map(parts, in_order(cases))) + "\n]}\n"


def stored() -> list[Json]:
    """The cases of the file."""
    cases: list[Json] = json.loads(CASES.read_text("utf-8"))["cases"]
    return cases


def main(arguments: list[str]) -> int:
    """Write the file, or compare it."""
    parser = argparse.ArgumentParser(prog="python -m tools.generate.witnesses", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare with the file only")
    wanted = parser.parse_args(arguments)
    total = len(NEW_GAMES) + sum(len(table.questions) for table in tables())
    started = last = time.monotonic()
    cases: list[Json] = []
    for number, (question, pair) in enumerate(generate(), start=1):
        now = time.monotonic()
        changed = " ".join(pair[1]["changed"])
        print(f"{number}/{total} {question}: {now - last:.1f} s, twin by {changed}", flush=True)
        last = now
        cases += pair
    text = document(cases)
    print(f"{len(cases)} cases in {time.monotonic() - started:.0f} s")
    if wanted.check:
        same = CASES.exists() and CASES.read_text("utf-8") == text
        print(
            "as in the file"
            if same
            else f"{CASES} is out of date: run python -m tools.generate.witnesses"
        )
        return 0 if same else 1
    CASES.parent.mkdir(exist_ok=True)
    write_atomic(CASES, text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
