"""Prove the invariants of the specification by induction, and write down what was proved.

    python -m tools.proofs            run everything and write spec/PROOFS.md
    python -m tools.proofs --check    run everything and compare with spec/PROOFS.md
    python -m tools.proofs --quick    run the quick proofs only and compare their sections

The rules are those of spec/rules, loaded as they are; questions and generators are in spec/props.
A proof is a question to which the solver finds no answer. Each must also be able to fail: the same
question is put with a fault planted in the rules, and there the solver must find an answer.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path

import clingo
from attrs import frozen
from clingo import ast

SPEC = Path(__file__).parents[1] / "spec"
REPORT = SPEC / "PROOFS.md"


class ProofError(Exception):
    """The machinery does not fit the rules: clingo complains, or a fault cannot be planted."""


# --- what a proof is ---------------------------------------------------------------------------


@frozen
class Question:
    """Something that must not happen."""

    title: str
    #: The invariants that the state is assumed to satisfy.
    given: tuple[str, ...] = ()
    #: The cases in which it is asked; empty for all.
    cases: tuple[str, ...] = ()
    #: How many answers there are; None if there must be none.
    answers: int | None = None


@frozen
class Fault:
    """A change to one file for which a question must have an answer."""

    title: str
    file: str
    old: str
    new: str
    question: str
    case: str


@frozen
class Proof:
    """Questions about one generator, with what is and is not shown."""

    key: str
    title: str
    clauses: tuple[str, ...]
    asked: str
    bounds: str
    missing: str
    files: tuple[str, ...]
    #: Program text by the name of the case.
    cases: Mapping[str, str]
    #: Questions by the name under which spec/props asks them.
    questions: Mapping[str, Question]
    faults: tuple[Fault, ...]
    #: The relation that stands for the state after the move.
    after: str = "next"
    quick: bool = True
    #: The cases a quick run is content with.
    quick_cases: tuple[str, ...] = ()


# --- the program -------------------------------------------------------------------------------

_SHOWN = re.compile(r"^#show [a-z_]+/\d\.$", re.MULTILINE)
_PART = re.compile(r"^#program (?!candidates).*$", re.MULTILINE)


@cache
def _sources() -> dict[str, str]:
    """All rules and generators by file name, such as rules/turns.lp."""
    return {
        f"{folder}/{path.name}": path.read_text("utf-8")
        for folder in ("rules", "props")
        for path in sorted((SPEC / folder).glob("*.lp"))
    }


def _planted(fault: Fault | None) -> dict[str, str]:
    sources = dict(_sources())
    if fault:
        if sources[fault.file].count(fault.old) != 1:
            raise ProofError(f"cannot plant the fault {fault.title!r}: {fault.file} has changed")
        sources[fault.file] = sources[fault.file].replace(fault.old, fault.new)
    return sources


def _program(proof: Proof, case: str, fault: Fault | None) -> str:
    """Everything the solver gets, in one part, without what spec/rules shows."""
    sources = _planted(fault)
    rules = [text for name, text in sources.items() if name.startswith("rules/")]
    rules = [text for text in rules if "#program candidates" not in text]
    own = [sources[f"props/{name}.lp"] for name in proof.files]
    text = _PART.sub("", _SHOWN.sub("", "\n".join(rules))) + "\n".join(own)
    groups = _groups(proof)
    facts = [f'subject("{name}").' for name in proof.questions]
    facts += [f'group("{name}").' for name in groups]
    facts.append("#defined subject/1. #defined group/1. #defined counterexample/1.")
    return "\n".join([text, primed(text, groups, proof.after), *facts, proof.cases[case]])


def _groups(proof: Proof) -> tuple[str, ...]:
    named = dict.fromkeys(proof.questions)
    for question in proof.questions.values():
        named |= dict.fromkeys(question.given)
    return tuple(named)


# --- the same rules, read on the state after the move -------------------------------------------


class _Names(ast.Transformer):
    """Collects the predicates of a statement, or renames them."""

    def __init__(self, new: Mapping[str, str] | None = None) -> None:
        self.found: set[str] = set()
        self._new = new or {}

    def visit_SymbolicAtom(self, node: ast.AST) -> ast.AST:  # noqa: N802
        """Note or rename one atom."""
        name: str = node.symbol.name
        self.found.add(name)
        if name not in self._new:
            return node
        return node.update(symbol=node.symbol.update(name=self._new[name]))


def _names(nodes: Iterable[ast.AST]) -> frozenset[str]:
    names = _Names()
    for node in nodes:
        names.visit(node)
    return frozenset(names.found)


def _clause_of(rule: ast.AST) -> str | None:
    """The clause C of a rule with the head broken(C, …)."""
    found = re.match(r'broken\("([^"]+)"', str(rule))
    return found[1] if found else None


def primed(text: str, clauses: Iterable[str], after: str) -> str:
    """Every rule that an `after_…` in the text needs, with `after` read for `true`."""
    rules: list[ast.AST] = []
    ast.parse_string(text, lambda s: rules.append(s) if s.ast_type is ast.ASTType.Rule else None)
    wanted = {*clauses} - {"DER-09"}
    rules = [
        rule
        for rule in rules
        if rule.head.ast_type is ast.ASTType.Literal
        and ((clause := _clause_of(rule)) is None or clause in wanted)
    ]
    table = [(rule, _names([rule.head]), _names(rule.body)) for rule in rules]
    changing = _closure({"true"}, ((body, head) for _, head, body in table))
    used = {
        name.removeprefix("after_") for _, _, body in table for name in body if "after_" in name
    }
    needed = _closure(used, ((head, body) for _, head, body in table))
    new = {name: f"after_{name}" for name in changing & needed} | {"true": after}
    rename = _Names(new)
    mine = changing & needed - {"true"}
    return "\n".join(str(rename.visit(rule)) for rule, head, _ in table if head & mine)


def _closure(start: set[str], arrows: Iterable[tuple[frozenset[str], frozenset[str]]]) -> set[str]:
    """All that is reached from the start by arrows (any of these lead to all of those)."""
    arrows, reached, size = list(arrows), set(start), 0
    while size < len(reached):
        size = len(reached)
        for sources, targets in arrows:
            if sources & reached:
                reached |= targets
    return reached


# --- asking ------------------------------------------------------------------------------------


@frozen
class Result:
    """What came out of one case, question by question: the number of answers found."""

    key: str
    case: str
    fault: Fault | None
    answers: dict[str, int]
    #: Without any question: states and moves exist.
    inhabited: bool
    seconds: float


def _solve(control: clingo.Control, literals: list[tuple[clingo.Symbol, bool]], most: int) -> int:
    control.configuration.solve.models = most  # type: ignore[union-attr]
    found: set[tuple[clingo.Symbol, ...]] = set()
    with control.solve(assumptions=literals, yield_=True) as handle:
        for model in handle:
            found.add(tuple(sorted(model.symbols(shown=True))))
    return len(found)


def run(proof: Proof, case: str, fault: Fault | None = None) -> Result:
    """Ground one case and ask its questions, or the question of the fault."""
    began = time.perf_counter()
    said: list[str] = []
    control = clingo.Control(["--warn=all"], logger=lambda _code, message: said.append(message))
    control.add("base", [], _program(proof, case, fault))
    control.ground([("base", [])])
    if said:
        raise ProofError(f"{proof.key}, {case}: clingo said {said[0]}")
    groups = _groups(proof)
    assumable = any(atom.symbol.name == "assume" for atom in control.symbolic_atoms)

    def literals(asked: str | None, given: tuple[str, ...]) -> list[tuple[clingo.Symbol, bool]]:
        asks = [(_atom("ask", name), name == asked) for name in proof.questions]
        assumed = [(_atom("assume", name), name in given) for name in groups] if assumable else []
        return asks + assumed

    answers = {}
    for name, question in proof.questions.items():
        if name == fault.question if fault else not question.cases or case in question.cases:
            most = 0 if question.answers is not None else 1
            answers[name] = _solve(control, literals(name, question.given), most)
    everything = tuple(dict.fromkeys(g for q in proof.questions.values() for g in q.given))
    inhabited = bool(fault) or _solve(control, literals(None, everything), 1) > 0
    return Result(proof.key, case, fault, answers, inhabited, time.perf_counter() - began)


def _atom(name: str, text: str) -> clingo.Symbol:
    return clingo.Function(name, [clingo.String(text)])


def failures(proof: Proof, result: Result) -> Iterator[str]:
    """What is wrong with a result."""
    for name, found in result.answers.items():
        expected = proof.questions[name].answers
        if result.fault:
            if found == (expected or 0):
                yield f"{name}: the planted fault is not found"
        elif found != (expected or 0):
            yield f"{name}: {found} answers instead of {expected or 'none'}"
    if not result.inhabited:
        yield "there is no state to speak of: the proof is empty"


def _work(job: tuple[str, str, Fault | None]) -> Result:
    return run(PROOFS[job[0]], job[1], job[2])


def _jobs(proofs: Iterable[Proof], quick: bool) -> Iterator[tuple[str, str, Fault | None]]:
    for proof in proofs:
        for case in proof.quick_cases if quick and proof.quick_cases else proof.cases:
            yield proof.key, case, None
        for fault in proof.faults:
            yield proof.key, fault.case, fault


def prove(proofs: Iterable[Proof], *, quick: bool = False, workers: int = 2) -> list[str]:
    """Run the proofs with a line for each step; what failed."""
    wrong: list[str] = []
    jobs = list(_jobs(proofs, quick))
    with ProcessPoolExecutor(workers) as pool:
        for number, result in enumerate(pool.map(_work, jobs), start=1):
            proof = PROOFS[result.key]
            label = f"{result.key}, {result.case}" + (
                f", fault: {result.fault.title}" if result.fault else ""
            )
            bad = list(failures(proof, result))
            wrong += [f"{label}: {what}" for what in bad]
            verdict = "; ".join(bad) or "ok"
            print(
                f"{number:3}/{len(jobs)}  {result.seconds:6.1f} s  {label}: {verdict}", flush=True
            )
    return wrong


# --- the report --------------------------------------------------------------------------------


def section(proof: Proof) -> str:
    """The section of spec/PROOFS.md on one proof that has succeeded."""
    named = [case for case in proof.cases if case]
    rows = []
    for name, question in proof.questions.items():
        count = len(question.cases or named)
        where = "" if count <= 1 else f" in {count} cases"
        result = (
            f"no counterexample{where}"
            if question.answers is None
            else f"exactly {question.answers}{where}"
        )
        given = ", ".join(question.given) or "nothing"
        rows.append(f"| `{name}` | {question.title} | {given} | {result} |")
    faults = [
        f"| {fault.title} | `{fault.file}` | `{fault.question}`"
        + (f" ({fault.case})" if fault.case and len(proof.cases) > 1 else "")
        + f" | {_found(proof, fault)} |"
        for fault in proof.faults
    ]
    files = ", ".join(f"`{name}.lp`" for name in proof.files)
    return "\n".join(
        [
            f"## {proof.title}",
            "",
            f"*Clauses:* {', '.join(proof.clauses)}.",
            f"*Solver:* clingo, with `spec/rules` and of `spec/props` {files}"
            + (", also in the quick run" if proof.quick else "")
            + (f" (there: {', '.join(proof.quick_cases)})." if proof.quick_cases else "."),
            "",
            f"**Asked.** {proof.asked}",
            "",
            f"**Bounds.** {proof.bounds}",
            *([f"Cases: {', '.join(named)}."] if len(named) > 1 else []),
            "",
            f"**Not shown.** {proof.missing}",
            "",
            "| question | is there … | assumed before | result |",
            "|---|---|---|---|",
            *rows,
            "",
            "| planted fault | in | same question | result |",
            "|---|---|---|---|",
            *faults,
            "",
        ]
    )


def _found(proof: Proof, fault: Fault) -> str:
    return "another number" if proof.questions[fault.question].answers else "counterexample"


def report() -> str:
    """The text of spec/PROOFS.md, if every proof succeeds."""
    return "\n".join([_HEADER, *map(section, PROOFS.values())])


def main(arguments: list[str]) -> int:
    """Run the proofs; the exit code."""
    quick, check = "--quick" in arguments, "--check" in arguments
    chosen = [proof for proof in PROOFS.values() if proof.quick or not quick]
    only = [word for word in arguments if not word.startswith("--")]
    if only:
        chosen = [PROOFS[key] for key in only]
    began = time.perf_counter()
    wrong = prove(chosen, quick=quick)
    print(f"{len(chosen)} proofs in {time.perf_counter() - began:.0f} s")
    if wrong:
        print("\n".join(["FAILED", *wrong]))
        return 1
    if quick or check or only:
        written = REPORT.read_text("utf-8") if REPORT.exists() else ""
        stale = [p.key for p in chosen if section(p) not in written]
        if stale or (check and written != report()):
            print(f"spec/PROOFS.md is out of date: {', '.join(stale) or 'run without --check'}")
            return 1
    else:
        REPORT.write_text(report(), "utf-8")
    return 0


# --- the proofs --------------------------------------------------------------------------------

_HEADER = """# What has been proved

Written by `python -m tools.proofs`; do not edit. `python -m tools.proofs --check` runs everything
again and compares.

The specification (`spec/rules`) states what a legal move is and what it does. Here a solver is
asked for a state that satisfies the invariants, and a legal move after which one of them is
broken. It searches all states within the bounds that are given and finds none. The rules are
loaded as they are; the invariants of the next state are the same rules with `next` read for
`true`, made by program, not by hand. Together with the base case this is an induction over the
moves of a game.

- *Not inductive on their own.* The invariants of `spec/rules/invariants.lp` describe positions,
  and some positions that satisfy them cannot be reached: a tile waiting in the phase `draw`, say.
  They become inductive together with four groups of facts about the frame of a turn, FRAME,
  BIDDING, DISPLAY and ORDER (`spec/props/lemmas.lp`), which are proved with them.
- *Conservation as a difference.* For totals the question is whether a move changes the total
  (`spec/props/totals.lp`). Supply, removed figures, stock, unseen tokens are free numbers of the
  state, never computed from the others.
- *Each proof can fail.* Each has faults planted in the rules for which the same question has an
  answer. And without the question there must be a state and a move, or the proof would be empty.
- *What this is not.* The bounds are real: a board that is not listed is covered only by the
  argument that the rules do not look at it. The Python engine is not proved; it is compared with
  this specification move by move elsewhere.
- *DER-10 and DER-11* are statements about the data and are part of the base case.
"""


def _moves(**rules: str) -> dict[str, str]:
    return {kind: f"candidate({rule})." for kind, rule in rules.items()}


_FIGURE_MOVES = _moves(
    deploy="deploy(F,C)) :- figure(F), cell(C",
    walk="walk(F,A,B)) :- figure(F), cell(A), cell(B",
    transfer="transfer(F,A,B)) :- figure(F), cell(A), cell(B",
    uncover="uncover(C)) :- cell(C",
    recover="recover(C)) :- cell(C",
    reveal="reveal(0..9)",
    exchange="exchange(0..9,0..5,0..9)",
    camp="camp(C)) :- cell(C",
    guard="guard(C,F)) :- cell(C), figure(F",
    end="end",
)
_ACTIONS = tuple(kind for kind in _FIGURE_MOVES if kind != "end")
_CORNER = (("a3", "A4", 0), ("b3", "A5", 0), ("c2", "A3", 0), ("c1", "B1", 0))
_BOARD = " ".join(f'on_board({cell},"{tile}",{turn}).' for cell, tile, turn in _CORNER)
_SIZES = "#const most_workers=3. #const most_points=12."

_FRAME = (
    "vocabulary",
    "COMP-03",
    "DER-06",
    "AUCTION-09",
    "AUCTION-15",
    "FRAME",
    "BIDDING",
    "DISPLAY",
    "ORDER",
)
_TABLES = {f"{n} players": f"#const n={n}. #const most_points=3." for n in (2, 3, 4)}
_WORDS = ("vocabulary",)

_BASE_CASE = Proof(
    key="base",
    title="The base case",
    clauses=("DER-01", "DER-02", "DER-03", "DER-04", "DER-05", "DER-06", "DER-10", "DER-11"),
    asked="Is there a way to start a game such that an invariant is broken in the first position?",
    bounds="None: two to four players, every start player, basic and auction game, every "
    "combination of "
    "the edition switches and tie-breakers (the four editions are among them).",
    missing="Nothing within the rules.",
    files=("lemmas", "tallies", "spent", "base"),
    cases={"all": ""},
    questions={
        name: Question(f"a first position that breaks {name}")
        for name in (
            *("vocabulary", "COMP-03", "COMP-04", "COMP-10", "DER-01", "DER-02", "DER-03"),
            *("DER-04", "DER-05", "DER-06", "DER-07", "DER-10", "DER-11", "DER-12", "CAMP-04"),
            *("CAMP-05", "GUARD-11", "GUARD-14", "VOLC-04", "AUCTION-15", "AUCTION-09"),
            *("FRAME", "BIDDING", "DISPLAY", "ORDER", "TALLY", "SPENT"),
        )
    },
    faults=(
        Fault(
            "one floor of each number is missing",
            "rules/setup.lp",
            "init(floor(V,K))  :-",
            "init(floor(V,K-1)) :-",
            "DER-05",
            "all",
        ),
        Fault(
            "figures begin as removed",
            "rules/setup.lp",
            "init(removed(1..N,F,0)) :-",
            "init(removed(1..N,F,1)) :-",
            "DER-03",
            "all",
        ),
        Fault(
            "a passage needs three stones",
            "rules/walking.lp",
            "stones(B,(I+3)\\6,K), N+K > 0.",
            "stones(B,(I+3)\\6,K), N+K > 2.",
            "DER-01",
            "all",
        ),
    ),
    after="init",
)

_ACTION_STEP = Proof(
    key="actions",
    title="The step: actions",
    clauses=(
        *("DER-01", "DER-03", "DER-04", "DER-05", "DER-06", "DER-09", "CAMP-04", "CAMP-05"),
        *("GUARD-11", "GUARD-14", "TEMPLE-04", "TREASURE-04", "TEMPLE-11", "VOLC-04"),
    ),
    asked="Is there a state in an action phase, and a legal action, after which an invariant "
    "is broken?",
    bounds="Board: the four printed hexes and four tiles ("
    + ", ".join(f"{tile} on {cell}" for cell, tile, _ in _CORNER)
    + "), so three temples, two jungles, the base camp, a treasure hex and a volcano. "
    "Free: edition switches, 2 to 4 "
    "players, seat, phase `act` or `reveal`, scoring round and queue, 0 to 10 AP, for every "
    "seat and cell up to three "
    "workers and a leader, supply and removed figures 0 to 18, camps and guards anywhere, "
    "temple values 1 to 10, the "
    "whole stock of floors, tokens on the hex, unseen and owned tokens of all kinds, work "
    "done in this phase, scores 0 "
    "to 12. Moves: every action that can be written down, on all 40 cells.",
    missing="Other boards, and more than three workers of a colour in one place. The rules "
    "treat all cells alike "
    "(only neighbours, terrain and stones of the cells named in the move are read), which is "
    "an argument, not a result.",
    files=("lemmas", "totals", "spent", "step", "actions"),
    cases={kind: f"{rule} {_BOARD} {_SIZES}" for kind, rule in _FIGURE_MOVES.items()},
    questions={
        "DER-03 total": Question("an action that changes how many figures a player has", _WORDS),
        "DER-03 removed": Question(
            "a removed figure that comes back, or goes without a guard", _WORDS
        ),
        "DER-04 kinds": Question("an action that changes how many tokens of a kind exist", _WORDS),
        "DER-04 hidden": Question("an action that changes unseen tokens unevenly", _WORDS),
        "DER-04 exchange": Question("an exchange after which somebody has more tokens", _WORDS),
        "DER-05 total": Question(
            "an action that changes how many floors exist", (*_WORDS, "DER-05")
        ),
        "DER-05": Question("a wrong total of floors afterwards", (*_WORDS, "DER-05"), _ACTIONS),
        "DER-06": Question("AP outside an action phase", (*_WORDS, "DER-06")),
        "SPENT": Question("AP left and AP paid that do not add up to 10", (*_WORDS, "SPENT")),
        "DER-09": Question("a score that falls", (*_WORDS, "FRAME")),
        "DER-01 board": Question("an action that changes the board"),
        "CAMP-04": Question("a second camp on a hex", ("CAMP-04",)),
        "CAMP-05": Question("a third camp of a player", ("CAMP-05",)),
        "GUARD-11": Question("a third guard of a player", ("GUARD-11",)),
        "GUARD-14": Question("a second guard on a temple", ("GUARD-14",)),
        "VOLC-04": Question("a figure on a volcano", (*_WORDS, "VOLC-04")),
        "vocabulary": Question(
            "a fact out of its range: AP below 0, work above 2, value above 10, a number "
            "missing, …",
            (*_WORDS, "DER-03", "DER-04", "SPENT"),
            _ACTIONS,
        ),
        "FRAME": Question("a fact in the wrong phase", (*_WORDS, "FRAME"), _ACTIONS),
        "FRAME kept": Question(
            "an action that changes seat, queue, tiles, display, indicators, bids or scores",
            _WORDS,
            _ACTIONS,
        ),
    },
    faults=(
        Fault(
            "deploying leaves the supply alone",
            "rules/deploying.lp",
            "adds(supply(S,F,N-1)) :-",
            "adds(supply(S,F,N)) :-",
            "DER-03 total",
            "deploy",
        ),
        Fault(
            "a walker does not arrive",
            "rules/walking.lp",
            "shifts(S,F,B,1)  :- moves(S,F,A,B).",
            "",
            "DER-03 total",
            "walk",
        ),
        Fault(
            "the guard counts as removed too",
            "rules/guards.lp",
            "adds(removed(S,F,R+N-1))",
            "adds(removed(S,F,R+N))",
            "DER-03 total",
            "guard",
        ),
        Fault(
            "transfers cost a removed figure",
            "rules/deploying.lp",
            "moves(S,F,A,B) :- now(transfer(F,A,B)), me(S).",
            "adds(removed(S,F,R+1)) :- now(transfer(F,A,B)), me(S), true(removed(S,F,R)).",
            "DER-03 removed",
            "transfer",
        ),
        Fault(
            "a revealed token stays unseen",
            "rules/treasures.lp",
            "adds(unseen(K,N-1)) :-",
            "adds(unseen(K,N)) :-",
            "DER-04 kinds",
            "reveal",
        ),
        Fault(
            "a recovered token stays on its hex",
            "rules/treasures.lp",
            "adds(tokens(C,N-1))  :-",
            "adds(tokens(C,N))  :-",
            "DER-04 hidden",
            "recover",
        ),
        Fault(
            "the partner gets nothing",
            "rules/exchange.lp",
            "gains(R,G,1)  :- now(exchange(G,R,K)), G != K.",
            "",
            "DER-04 exchange",
            "exchange",
        ),
        Fault(
            "uncovering leaves the stock alone",
            "rules/temples.lp",
            "adds(floor(V+1,N-1))   :-",
            "adds(floor(V+1,N))   :-",
            "DER-05 total",
            "uncover",
        ),
        Fault(
            "uncovering takes the floor below",
            "rules/temples.lp",
            "adds(floor(V+1,N-1))   :- now(uncover(C)), true(value(C,V)), true(floor(V+1,N)).",
            "adds(floor(V,N-1)) :- now(uncover(C)), true(value(C,V)), true(floor(V,N)).",
            "DER-05",
            "uncover",
        ),
        Fault(
            "an ended phase keeps its AP",
            "rules/turns.lp",
            "adds(ap(0))    :- opens(P), P != act.",
            "",
            "DER-06",
            "end",
        ),
        Fault(
            "one AP is handed back",
            "rules/turns.lp",
            "adds(ap(P-N)) :- pays(N), true(ap(P)).",
            "adds(ap(P-N+1)) :- pays(N), true(ap(P)).",
            "SPENT",
            "camp",
        ),
        Fault(
            "two AP on credit",
            "rules/turns.lp",
            "true(ap(P)), N > P.\nforbids",
            "true(ap(P)), N > P+2.\nforbids",
            "vocabulary",
            "guard",
        ),
        Fault(
            "points are taken away",
            "rules/scoring.lp",
            "adds(score(S,N+P)) :-",
            "adds(score(S,N-P)) :-",
            "DER-09",
            "end",
        ),
        Fault(
            "a camp clears its hex away",
            "rules/camps.lp",
            "adds(camp(S,C)) :- now(camp(C)), me(S).",
            "adds(camp(S,C)) :- now(camp(C)), me(S).\n"
            "deletes(tile(C,T,R)) :- now(camp(C)), true(tile(C,T,R)).",
            "DER-01 board",
            "camp",
        ),
        Fault(
            "camps side by side on a hex",
            "rules/camps.lp",
            'forbids("CAMP-04",anyone,camp(C)) :- timely(camp), candidate(camp(C)), '
            "true(camp(_,C)).",
            "",
            "CAMP-04",
            "camp",
        ),
        Fault(
            "three camps each",
            "rules/camps.lp",
            "N <= #count { C : true(camp(S,C)) }",
            "N < #count { C : true(camp(S,C)) }",
            "CAMP-05",
            "camp",
        ),
        Fault(
            "three guards each",
            "rules/guards.lp",
            "2 <= #count { C : true(guard(S,C,_)) }",
            "3 <= #count { C : true(guard(S,C,_)) }",
            "GUARD-11",
            "guard",
        ),
        Fault(
            "a guard may join a guard",
            "rules/guards.lp",
            "temple(C), guarded(C).",
            "temple(C), guarded(C), true(players(5)).",
            "GUARD-14",
            "guard",
        ),
        Fault(
            "volcanoes can be entered",
            "rules/walking.lp",
            "walkable(A), volcano(B), candidate",
            "walkable(B), volcano(B), candidate",
            "VOLC-04",
            "walk",
        ),
        Fault(
            "three levels in a phase",
            "rules/temples.lp",
            "dug(C,N), N >= 2.",
            "dug(C,N), N >= 3.",
            "vocabulary",
            "uncover",
        ),
        Fault(
            "three tokens in a phase",
            "rules/treasures.lp",
            "lifted(C,N), N >= 2.",
            "lifted(C,N), N >= 3.",
            "vocabulary",
            "recover",
        ),
        Fault(
            "an eleventh floor",
            "rules/temples.lp",
            "true(value(C,V)), V >= 10.",
            "true(value(C,V)), V >= 11.",
            "vocabulary",
            "uncover",
        ),
        Fault(
            "a token turns the action phase into a draw",
            "rules/treasures.lp",
            "adds(phase(act))    :- now(reveal(_)).",
            "adds(phase(draw))    :- now(reveal(_)).",
            "FRAME",
            "reveal",
        ),
        Fault(
            "recovering passes the turn on",
            "rules/treasures.lp",
            "adds(phase(reveal))  :- now(recover(_)).",
            "adds(phase(reveal))  :- now(recover(_)).\n"
            "adds(active(R)) :- now(recover(_)), me(S), clockwise(S,R).",
            "FRAME kept",
            "recover",
        ),
    ),
    quick_cases=("reveal", "camp"),
)

_TURN_STEP = Proof(
    key="turns",
    title="The step: drawing, bidding, taking, placing, ending",
    clauses=("DER-03", "DER-04", "DER-06", "DER-09", "DER-12", "COMP-03"),
    asked="Is there a moment of the game, and a legal move other than an action, after which "
    "an invariant is broken? "
    "DER-12 is shown for every state of the stack and every display that the letters allow.",
    bounds="Free: 2, 3, 4 players (a case each), basic and auction game, every phase but "
    "`reveal`, seat, scoring round, "
    "queue, indicators, passes, bids and scores 0 to 3, 0, 3 or 10 AP, the stack in every "
    "state in which letters come in "
    "order, any display, any waiting tile. Fixed: no figures on the board, no tiles laid; "
    "tiles that are gone count as "
    "set aside; a tile is placed on c2, or set aside even where it could be placed.",
    missing="Higher bids and scores (the rules only compare them). That these moves do not "
    "read figures, camps, guards, "
    "temples and tokens is an argument from the text of the rules; scoring with figures is "
    "in the proof of the actions.",
    files=("lemmas", "totals", "step", "frame"),
    cases=_TABLES,
    questions={
        **{
            name: Question(f"a move that breaks {name}", _FRAME)
            for name in (*_FRAME, "DER-09", "DER-03 total", "DER-04 hidden")
        },
        "DER-12": Question("a display with two volcanoes", (*_FRAME, "DER-12")),
    },
    faults=(
        Fault(
            "letters in any order",
            "rules/placing.lp",
            "letter(T,L), not first_letter(L).",
            "letter(T,L), not letter(T,L).",
            "DER-12",
            "4 players",
        ),
        Fault(
            "the stack keeps what is drawn",
            "rules/placing.lp",
            "deletes(undrawn(T))   :- now(draw(T)).",
            "",
            "COMP-03",
            "2 players",
        ),
        Fault(
            "letters in any order, once more",
            "rules/placing.lp",
            "letter(T,L), not first_letter(L).",
            "letter(T,L), not letter(T,L).",
            "ORDER",
            "2 players",
        ),
        Fault(
            "the last seat stays active",
            "rules/end.lp",
            "deletes(active(S)) :- round_over(final), me(S).",
            "",
            "vocabulary",
            "2 players",
        ),
        Fault(
            "a new phase keeps the old AP",
            "rules/turns.lp",
            "adds(ap(0))    :- opens(P), P != act.",
            "",
            "DER-06",
            "2 players",
        ),
        Fault(
            "a placed tile goes on waiting",
            "rules/placing.lp",
            "deletes(waiting(T)) :- placed, true(waiting(T)).",
            "",
            "FRAME",
            "2 players",
        ),
        Fault(
            "bids beyond the score",
            "rules/auction.lp",
            "true(score(S,P)), N > P.",
            "true(score(S,P)), N > P+1.",
            "BIDDING",
            "3 players",
        ),
        Fault(
            "indicators do not matter",
            "rules/auction.lp",
            "willing(S) :- role(S), not true(turned(S)), not",
            "willing(S) :- role(S), not",
            "AUCTION-15",
            "3 players",
        ),
        Fault(
            "who has passed is asked again",
            "rules/auction.lp",
            "not true(passed(S)), not passes(S).",
            "not passes(S).",
            "AUCTION-09",
            "3 players",
        ),
        Fault(
            "the display is one tile short",
            "rules/auction.lp",
            "N-1 <= #count { T : true(display(T)) }",
            "N-2 <= #count { T : true(display(T)) }",
            "DISPLAY",
            "3 players",
        ),
        Fault(
            "the winner pays one more",
            "rules/auction.lp",
            "adds(score(S,P-N))   :-",
            "adds(score(S,P-N-1))   :-",
            "DER-09",
            "2 players",
        ),
        Fault(
            "drawing costs a worker",
            "rules/placing.lp",
            "comes(T)              :- now(draw(T)), basic.",
            "comes(T)              :- now(draw(T)), basic.\n"
            "adds(supply(S,w,N-1)) :- now(draw(_)), me(S), true(supply(S,w,N)).",
            "DER-03 total",
            "2 players",
        ),
        Fault(
            "a treasure tile comes with a token too few",
            "rules/placing.lp",
            "adds(tokens(C,N)) :-",
            "adds(tokens(C,N-1)) :-",
            "DER-04 hidden",
            "2 players",
        ),
    ),
    quick_cases=("2 players",),
)

_TALLIED = (*_FRAME, "TALLY")
_TALLIES = Proof(
    key="tallies",
    title="Turns and scoring turns",
    clauses=("DER-07", "DER-08"),
    asked="Counters that no rule reads are kept beside the position: normal and scoring "
    "turns of each seat, and who "
    "started. TALLY says what they must be at every moment. Is there a move that breaks it, "
    "an end of the game with other "
    "numbers than 36/n and 4, a final round that somebody else opens, a bidding round "
    "without a full display?",
    bounds="As in the step before, with counters 0 to 18.",
    missing="As in the step before. That a game comes to its end is not part of it: a player "
    "may go on without ending "
    "a turn only while there are AP, but this is not proved here.",
    files=("lemmas", "tallies", "any_tallies", "step", "frame"),
    cases=_TABLES,
    questions={
        "TALLY": Question("a move after which a counter is wrong", _TALLIED),
        "DER-08": Question("an end with other numbers of turns", _TALLIED),
        "DER-07 opener": Question("a final round not opened by the start player", _TALLIED),
        "DER-07 display": Question("an auction round without a full display", _TALLIED),
    },
    faults=(
        Fault(
            "turns go the other way",
            "rules/turns.lp",
            "ends_turn, basic, me(S), clockwise(S,R).",
            "ends_turn, basic, me(S), clockwise(R,S).",
            "TALLY",
            "3 players",
        ),
        Fault(
            "a round ends with one in the queue",
            "rules/scoring.lp",
            "true(scoring(X)), not true(queue(_,_)).",
            "true(scoring(X)), not true(queue(2,_)).",
            "DER-08",
            "3 players",
        ),
        Fault(
            "the final round goes the other way",
            "rules/end.lp",
            "basic, me(S), distance(S,R,D).",
            "basic, me(S), distance(R,S,D).",
            "DER-07 opener",
            "3 players",
        ),
        Fault(
            "the display is one tile short",
            "rules/auction.lp",
            "N-1 <= #count { T : true(display(T)) }",
            "N-2 <= #count { T : true(display(T)) }",
            "DER-07 display",
            "3 players",
        ),
    ),
    quick_cases=("2 players",),
)

_NEAR = {
    f"{column}{row}": f"#const x={column}{row}." for column in "abcdefgh" for row in range(1, 6)
}
_PLACING = Proof(
    key="placing",
    title="The step: laying a tile",
    clauses=("DER-01", "DER-02", "PLACE-01", "PLACE-02", "COMP-03"),
    asked="A tile is laid on a cell about whose surroundings nothing is known. Can it lie "
    "there without a passage to a hex "
    "that could be walked on before? Does anything that was there get lost? And is there a "
    "tile that finds no rotation "
    "although the free cell touches such a hex? DER-01 follows: before the move all hexes "
    "that can be walked on hang "
    "together; no passage is lost; a new hex is joined to one of them; a volcano adds none.",
    bounds="None on the board: all 40 cells (a case each), every waiting tile and rotation, "
    "the cell and each neighbour free "
    "or with any tile in any rotation. PLACE-05 is switched off, which allows more moves.",
    missing="The last sentence of the question, from the local step to the whole board, is "
    "an argument about graphs and was "
    "not given to a solver. It uses that the rules for `place` read the cell and its "
    "neighbours only.",
    files=("neighbourhood",),
    cases=_NEAR,
    questions={
        "DER-01 step": Question("a new hex without a passage to an old one"),
        "DER-01 kept": Question("a passage, hex or tile that is lost"),
        "DER-01 covered": Question("a tile laid on an explored cell"),
        "DER-02": Question("a tile that does not fit beside a hex that can be walked on"),
        "Q-04 only then": Question("a tile that fits where no such hex is near"),
    },
    faults=(
        Fault(
            "no stone rule",
            "rules/placing.lp",
            "space(C), not placing_volcano, not linked(C,R).",
            "space(C), not placing_volcano, not rotation(R).",
            "DER-01 step",
            "d3",
        ),
        Fault(
            "stones towards a volcano count",
            "rules/placing.lp",
            "walkable(B), turned_stones(T,R,I,N), N > 0.",
            "explored(B), turned_stones(T,R,I,N), N > 0.",
            "DER-01 step",
            "h5",
        ),
        Fault(
            "a volcano burns the hexes around it",
            "rules/placing.lp",
            "opens(act) :- placed.",
            "opens(act) :- placed.\n"
            "deletes(tile(B,T,R)) :- now(place(C,_)), beside(B,C), true(tile(B,T,R)), "
            "placing_volcano.",
            "DER-01 kept",
            "d3",
        ),
        Fault(
            "explored cells may be covered",
            "rules/placing.lp",
            "space(C) :- cell(C), not explored(C), beside(C,B), explored(B).",
            "space(C) :- cell(C), beside(C,B), explored(B).",
            "DER-01 covered",
            "a2",
        ),
        Fault(
            "tiles may be turned half way only",
            "rules/board.lp",
            "rotation(0..5).",
            "rotation(0..2).",
            "DER-02",
            "h3",
        ),
        Fault(
            "stones towards a volcano count, once more",
            "rules/placing.lp",
            "walkable(B), turned_stones(T,R,I,N), N > 0.",
            "explored(B), turned_stones(T,R,I,N), N > 0.",
            "Q-04 only then",
            "h5",
        ),
    ),
    quick_cases=("a2", "a3", "c2", "h1", "h5"),
)

_REGION = Proof(
    key="region",
    title="The step: laying a tile, with reachability",
    clauses=("DER-01",),
    asked="The same for DER-01 as `spec/rules/invariants.lp` states it, with everything that can "
    "be reached from the base camp: is there a board on which all hangs together, and a legal "
    "placement after which it does not?",
    bounds="Boards with tiles on the cells of the case only, each free or with any tile in any "
    "rotation. The tile is any of the 36 and goes on any cell of the board.",
    missing="Larger boards; for them there is the local step above.",
    files=("step", "region"),
    cases={
        "a3, b3": "region((a3;b3)).",
        "b3, c2, c3": "region((b3;c2;c3)).",
        "a3, b3, c1, c2": "region((a3;b3;c1;c2)).",
    },
    questions={"DER-01": Question("a hex that is cut off afterwards", ("DER-01",))},
    faults=(
        Fault(
            "no stone rule",
            "rules/placing.lp",
            "space(C), not placing_volcano, not linked(C,R).",
            "space(C), not placing_volcano, not rotation(R).",
            "DER-01",
            "a3, b3",
        ),
        Fault(
            "stones towards a volcano count",
            "rules/placing.lp",
            "walkable(B), turned_stones(T,R,I,N), N > 0.",
            "explored(B), turned_stones(T,R,I,N), N > 0.",
            "DER-01",
            "a3, b3",
        ),
    ),
    quick_cases=("a3, b3",),
)

_SQUARE = "adjacent(A,I,B) :- spot(A,X,Y), offset(X\\2,I,DX,DY), spot(B,X+DX,Y+DY)."
_VOLCANOES = Proof(
    key="volcanoes",
    title="Volcanoes that wall spaces off",
    clauses=("PLACE-05", "DER-02"),
    asked="Rulings Q-04 and Q-06 state facts about this board. Is there a set of at most "
    "three volcanoes that walls "
    "something off without two adjacent ones among them? A newest volcano that touches none "
    "and walls something off? How "
    "many sets of three wall off a space, and how many two?",
    bounds="None: all sets of one to three cells out of the 36 that are not printed, whether "
    "or not play can lead to them.",
    missing="Whether a game can lead to such a set.",
    files=("volcanoes",),
    cases={"all": ""},
    questions={
        "Q-06 pair": Question("a walling set without two neighbours"),
        "Q-06 rule": Question("a volcano that the rule does not test and that walls off"),
        "Q-04 printed": Question("a walling set that cuts off a printed hex"),
        "Q-04 three": Question("a set that walls off three spaces"),
        "Q-04 triples": Question("a set of three that walls off a space", answers=75),
        "Q-04 two spaces": Question("a set of three that walls off two spaces", answers=3),
    },
    faults=(
        *(
            Fault(
                "cells meet on four sides only",
                "rules/board.lp",
                _SQUARE,
                _SQUARE[:-1] + ", I != 2, I != 5.",
                question,
                "all",
            )
            for question in ("Q-06 pair", "Q-06 rule", "Q-04 triples", "Q-04 two spaces")
        ),
        Fault(
            "h5 is printed",
            "rules/board.lp",
            "printed(b2,jungle,    s(1,1,1,0,0,0)).",
            "printed(h5,jungle,    s(1,1,1,0,0,0)).",
            "Q-04 printed",
            "all",
        ),
        Fault(
            "column c is missing",
            "rules/board.lp",
            "spot(c1,3,1). spot(c2,3,2). spot(c3,3,3). spot(c4,3,4). spot(c5,3,5).",
            "spot(c1,3,1).",
            "Q-04 three",
            "all",
        ),
    ),
)

_DRAWS = Proof(
    key="draws",
    title="The order of drawing",
    clauses=("DER-07", "DER-12"),
    asked="Is there an order of drawing with two volcanoes less than six places apart, or "
    "two in one display? A number of "
    "players among whom the tiles do not divide evenly?",
    bounds="None: every place of each volcano within its letter group, 2 to 4 players. An "
    "abstract model: letters and "
    "volcanoes are those of `spec/rules/components.lp`, but no move is made. The step above "
    "shows the same in play.",
    missing="Nothing within the model.",
    files=("draws",),
    cases={"all": ""},
    questions={
        "DER-12 distance": Question("two volcanoes with fewer than five tiles between them"),
        "DER-12 displays": Question("a display with two volcanoes"),
        "DER-07 even": Question("a remainder"),
    },
    faults=(
        *(
            Fault(
                "the second volcano has the letter B",
                "rules/components.lp",
                'tile_data("D3",4,volcano',
                'tile_data("D3",2,volcano',
                question,
                "all",
            )
            for question in ("DER-12 distance", "DER-12 displays")
        ),
        Fault(
            "one tile is missing",
            "rules/components.lp",
            'tile_data("C5",3,temple,  3,s(0,0,0,3,0,0)).',
            "",
            "DER-07 even",
            "all",
        ),
    ),
)

#: All proofs by key, in the order of the report.
PROOFS: dict[str, Proof] = {
    proof.key: proof
    for proof in (
        *(_BASE_CASE, _PLACING, _REGION, _ACTION_STEP, _TURN_STEP, _TALLIES, _DRAWS, _VOLCANOES),
    )
}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
