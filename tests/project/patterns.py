"""Every regular expression of the project, and a matcher that counts its steps.

The matcher backtracks as `re` and the engines of browsers do, without their shortcuts, so that what
is linear here is linear there. The tree of a pattern is that of `re` itself; a literal of
JavaScript is first written as Python has it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path
from re import _constants as names  # type: ignore[attr-defined]  # the tree that re compiles
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, Final, TypeAlias

from attrs import frozen

ROOT: Final = Path(__file__).parents[2]
Tree: TypeAlias = list[tuple[Any, Any]]
Then: TypeAlias = Callable[[int], bool]
#: Functions of `re`, and methods of a pattern, that try one place only.
AT_ONE_PLACE: Final = {"match", "fullmatch"}
_METHODS: Final = AT_ONE_PLACE | {"search", "findall", "finditer", "split", "sub", "subn"}
_REPEATS: Final = (names.MAX_REPEAT, names.MIN_REPEAT, names.POSSESSIVE_REPEAT)


@frozen
class Pattern:
    """A regular expression as the source has it."""

    file: str
    line: int
    text: str
    flags: int
    #: Whether it is tried at every place of a text.
    everywhere: bool

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.text[:60]!r}"

    @property
    def tree(self) -> Tree:
        """The tree of `re`."""
        return list(parser.parse(self.text, self.flags))


# --- patterns of Python ------------------------------------------------------------------------


class Unresolved(Exception):
    """A pattern that is put together while the program runs."""


def python_patterns(folder: str = "tikal") -> tuple[list[Pattern], set[str]]:
    """The patterns of a folder, and the places of those that only a run puts together."""
    found, unresolved = [], set()
    trees = {
        path: ast.parse(path.read_text("utf-8")) for path in sorted((ROOT / folder).rglob("*.py"))
    }
    shared = _methods_of_names(trees.values())
    for path, tree in trees.items():
        own = _methods_of_names([tree])
        file = path.relative_to(ROOT).as_posix()
        given = {
            id(node.value): target.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign | ast.AnnAssign)
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(tree):
            function = _function_of_re(node)
            if function is None:
                continue
            assert isinstance(node, ast.Call)
            name = given.get(id(node))
            methods = own if (name or "").startswith("_") else shared
            used = {function} if function != "compile" else methods.get(name or "", set())
            try:
                text, flags = _evaluated(node, function, file)
            except Unresolved:
                unresolved.add(f"{file}:{_owner(tree, node)}")
                continue
            everywhere = not used or bool(used - AT_ONE_PLACE)
            found.append(Pattern(file, node.lineno, text, flags, everywhere))
    return found, unresolved


def _function_of_re(node: ast.AST) -> str | None:
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "re"
        and node.func.attr in {*_METHODS, "compile"}
    ):
        return node.func.attr
    return None


def _methods_of_names(trees: Any) -> dict[str, set[str]]:
    """By name, the methods that are called on what has it; `everything` if it is handed on."""
    found: dict[str, set[str]] = {}
    called: set[int] = set()
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr in {*_METHODS, "pattern"}:
                owner = node.value
                name = owner.attr if isinstance(owner, ast.Attribute) else getattr(owner, "id", "")
                found.setdefault(name, set()).add(node.attr)
                called.add(id(owner))
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Name)
                and isinstance(node.ctx, ast.Load)
                and id(node) not in called
            ):
                found.setdefault(node.id, set()).add("everything")
    return found


def _owner(tree: ast.Module, node: ast.AST) -> str:
    """The function that a node is in."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and node in ast.walk(function):
            return function.name
    return ""


def _evaluated(node: ast.Call, function: str, file: str) -> tuple[str, int]:
    """The pattern and the flags of a call."""
    module = import_module(file.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
    place = {"compile": 1, "match": 2, "fullmatch": 2, "search": 2, "findall": 2, "finditer": 2}
    flags = [word.value for word in node.keywords if word.arg == "flags"]
    flags += node.args[place[function] : place[function] + 1] if function in place else []
    try:
        text, *numbers = (
            eval(compile(ast.Expression(part), file, "eval"), vars(module))
            for part in (node.args[0], *flags)
        )
    except NameError as error:
        raise Unresolved(str(error)) from None
    if isinstance(text, bytes):
        text = text.decode("latin-1")
    return text, int(numbers[0]) if numbers else 0


# --- patterns of JavaScript --------------------------------------------------------------------

_TOKEN: Final = re.compile(
    r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`"
    r"|(?P<word>[\w$]+)|(?P<sign>[^\s\w$])",
    re.DOTALL,
)
_LITERAL: Final = re.compile(r"/((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+)/([a-z]*)")
#: Words behind which no division stands.
_BEFORE_A_LITERAL: Final = {
    "return",
    "typeof",
    "case",
    "in",
    "of",
    "new",
    "delete",
    "void",
    "throw",
}


def scripts() -> list[Path]:
    """Every script of the project: the page, the reports, the examples."""
    places = [ROOT / folder for folder in ("tikal", "examples", "tools", "docs", "tests")]
    return sorted(
        path
        for place in places
        for path in place.rglob("*.*js")
        if path.suffix in (".js", ".mjs") and "node_modules" not in path.parts
    )


def javascript_patterns() -> Iterator[Pattern]:
    """The literals of all scripts but the tests; every one is tried everywhere."""
    for path in scripts():
        if path.is_relative_to(ROOT / "tests"):
            continue
        text, at, before = path.read_text("utf-8"), 0, ""
        while match := _TOKEN.search(text, at):
            at = match.end()
            token = match[0]
            if token.startswith(("//", "/*")):
                continue
            if token == "/" and _begins_a_literal(before):
                literal = _LITERAL.match(text, match.start())
                assert literal, f"{path.name}: {text[match.start() :][:60]}"
                line = text.count("\n", 0, match.start()) + 1
                flags = re.IGNORECASE if "i" in literal[2] else 0
                flags |= re.MULTILINE if "m" in literal[2] else 0
                flags |= re.DOTALL if "s" in literal[2] else 0
                name = path.relative_to(ROOT).as_posix()
                yield Pattern(name, line, as_python(literal[1]), flags, True)
                at, token = literal.end(), "literal"
            before = token


def _begins_a_literal(before: str) -> bool:
    word = re.fullmatch(r"[\w$]+", before)
    return before in _BEFORE_A_LITERAL if word else before not in (")", "]", "}", "`", '"', "'")


def as_python(text: str) -> str:
    """A literal of JavaScript as `re` reads it, with the same repeats."""
    text = re.sub(r"\(\?<(\w)", r"(?P<\1", text)
    text = re.sub(r"\\[pP]\{\w+(?:=\w+)?\}", r"\\w", text).replace(r"\/", "/")
    return re.sub(r"\\u\{?([0-9a-fA-F]{4,5})\}?", lambda m: chr(int(m[1], 16)), text)


# --- counting ----------------------------------------------------------------------------------


#: More steps than any linear case here takes: the growth is exponential.
MAX_STEPS: Final = 1_000_000


class TooManySteps(Exception):
    """A match takes more than `MAX_STEPS`."""


class Counter:
    """Matches a tree by backtracking, and counts the nodes that are tried."""

    def __init__(self, text: str, flags: int) -> None:
        self.text, self.flags, self.steps = text, flags, 0
        #: Where the matches of a search begin and end.
        self.found: list[tuple[int, int]] = []
        self.groups: dict[int, str] = {}

    def search(self, tree: Tree, everywhere: bool) -> int:
        """The steps of trying a tree at every place where a search tries it, or at the first."""
        at = 0
        while at <= len(self.text):
            end: list[int] = []

            def found(place: int, end: list[int] = end) -> bool:
                end.append(place)
                return True

            self.match(tree, 0, at, found)
            if end:
                self.found.append((at, end[0]))
            if not everywhere:
                break
            # a search for all goes on behind what it has found
            at = max(end[0], at + 1) if end else at + 1
        return self.steps

    def match(self, tree: Tree, node: int, at: int, then: Then) -> bool:
        """Whether the tree matches from a node on, and what follows does, too."""
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise TooManySteps
        if node == len(tree):
            return then(at)
        kind, value = tree[node]

        def rest(place: int) -> bool:
            return self.match(tree, node + 1, place, then)

        if _is_character(kind):
            return self._fits(kind, value, at) and rest(at + 1)
        if kind in _REPEATS:
            return self._repeat(kind, value, at, rest)
        return self._match_other(kind, value, at, rest)

    def _match_other(self, kind: Any, value: Any, at: int, rest: Then) -> bool:
        """The same for a node that is neither a character nor a repeat."""
        if kind is names.SUBPATTERN:
            return self.match(list(value[3]), 0, at, self._grouped(value[0], at, rest))
        if kind is names.ATOMIC_GROUP:
            end = self._alone(list(value), at)
            return end is not None and rest(end)
        if kind is names.BRANCH:
            return any(self.match(list(branch), 0, at, rest) for branch in value[1])
        if kind in (names.ASSERT, names.ASSERT_NOT):
            return self._asserted(value, at) is (kind is names.ASSERT) and rest(at)
        if kind is names.AT:
            return self._is_at(value, at) and rest(at)
        if kind is names.GROUPREF:
            same = self.groups.get(value, "")
            self.steps += len(same)
            return self.text.startswith(same, at) and rest(at + len(same))
        raise NotImplementedError(kind)

    def _grouped(self, number: int | None, start: int, rest: Then) -> Then:
        def keep(end: int) -> bool:
            if number is not None:
                self.groups[number] = self.text[start:end]
            return rest(end)

        return keep

    def _alone(self, tree: Tree, at: int) -> int | None:
        """Where the first match of a tree ends, whatever follows."""
        end: list[int] = []

        def found(place: int) -> bool:
            end.append(place)
            return True

        return end[0] if self.match(tree, 0, at, found) else None

    def _repeat(self, kind: Any, value: Any, at: int, rest: Then) -> bool:
        least, most, body = value[0], value[1], list(value[2])
        if len(body) == 1 and _is_character(body[0][0]):
            return self._repeat_character(kind, (least, most, body[0]), at, rest)
        if kind is names.POSSESSIVE_REPEAT:
            for number in range(most):
                end = self._alone(body, at)
                if end is None or end == at:
                    if number < least and end is None:
                        return False
                    break
                at = end
            return rest(at)

        def again(number: int, place: int) -> bool:
            def more() -> bool:
                return number < most and self.match(
                    body,
                    0,
                    place,
                    lambda end: (end > place or number < least) and again(number + 1, end),
                )

            if number < least:
                return more()
            return rest(place) or more() if kind is names.MIN_REPEAT else more() or rest(place)

        return again(0, at)

    def _repeat_character(self, kind: Any, value: Any, at: int, rest: Then) -> bool:
        least, most, (character, which) = value
        if kind is names.MIN_REPEAT:
            for end in range(at, min(at + most, len(self.text)) + 1):
                if end > at and not self._fits(character, which, end - 1):
                    return False
                if end - at >= least and rest(end):
                    return True
            return False
        end = at
        while end - at < most and self._fits(character, which, end):
            end += 1
        if kind is names.POSSESSIVE_REPEAT:
            return end - at >= least and rest(end)
        return any(rest(place) for place in range(end, at + least - 1, -1))

    def _asserted(self, value: Any, at: int) -> bool:
        direction, body = value
        if direction > 0:
            return self._alone(list(body), at) is not None
        width = body.getwidth()[0]
        return at >= width and self._alone(list(body), at - width) == at

    def _is_at(self, where: Any, at: int) -> bool:
        text = self.text
        if where is names.AT_BEGINNING and self.flags & re.MULTILINE:
            return at == 0 or text[at - 1] == "\n"
        if where is names.AT_END:
            many = self.flags & re.MULTILINE and text[at : at + 1] == "\n"
            return bool(at == len(text) or text[at:] == "\n" or many)
        if where in (names.AT_BEGINNING, names.AT_BEGINNING_STRING):
            return at == 0
        if where is names.AT_END_STRING:
            return at == len(text)
        edge = self._is_word(at - 1) != self._is_word(at)
        return edge is (where is names.AT_BOUNDARY)

    def _is_word(self, at: int) -> bool:
        return 0 <= at < len(self.text) and bool(re.match(r"\w", self.text[at]))

    def _fits(self, kind: Any, value: Any, at: int) -> bool:
        self.steps += 1
        return at < len(self.text) and fits(kind, value, self.text[at], self.flags)


def _is_character(kind: Any) -> bool:
    return kind in (names.LITERAL, names.NOT_LITERAL, names.IN, names.ANY)


def fits(kind: Any, value: Any, character: str, flags: int) -> bool:
    """Whether a character is one of those that a node stands for."""
    if kind is names.ANY:
        return character != "\n" or bool(flags & re.DOTALL)
    spelled = (
        {character, character.lower(), character.upper()} if flags & re.IGNORECASE else {character}
    )
    if kind is names.LITERAL:
        return chr(value) in spelled
    if kind is names.NOT_LITERAL:
        return chr(value) not in spelled
    negated = value[0][0] is names.NEGATE
    return bool(negated) is not any(_is_in(part, each) for part in value for each in spelled)


def _is_in(part: tuple[Any, Any], character: str) -> bool:
    kind, value = part
    if kind is names.LITERAL:
        return bool(ord(character) == value)
    if kind is names.RANGE:
        return bool(value[0] <= ord(character) <= value[1])
    if kind is names.CATEGORY:
        letter = _CATEGORIES[str(value).rpartition("_")[2]]
        return bool(re.match(letter.upper() if "_NOT_" in str(value) else letter, character))
    return False  # NEGATE


_CATEGORIES: Final = {"DIGIT": r"\d", "SPACE": r"\s", "WORD": r"\w"}


# --- worst cases -------------------------------------------------------------------------------


def alphabet(tree: Tree, flags: int) -> list[str]:
    """A character of every kind that a pattern tells apart, and one that it does not know."""
    nodes = [node for node in _nodes(tree) if _is_character(node[0])]
    tried = [chr(n) for n in (*range(9, 14), *range(32, 127), 0, 0x85, 0xE9, 0x2028, 0x4E00)]
    literal = [chr(value) for kind, value in nodes if kind is names.LITERAL]
    found: dict[tuple[bool, ...], str] = {}
    for character in (*literal, *tried):
        key = tuple(fits(kind, value, character, flags) for kind, value in nodes)
        found.setdefault(key, character)
    return [*found.values()]


def _nodes(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Every node of a tree."""
    for kind, value in tree:
        yield kind, value
        for part in _inner(kind, value):
            yield from _nodes(part)


def _inner(kind: Any, value: Any) -> list[Any]:
    if kind in _REPEATS:
        return [value[2]]
    if kind is names.SUBPATTERN:
        return [value[3]]
    if kind is names.BRANCH:
        return list(value[1])
    if kind is names.ATOMIC_GROUP:
        return [value]
    return [value[1]] if kind in (names.ASSERT, names.ASSERT_NOT) else []


def example(tree: Any, letters: list[str], flags: int) -> str:
    """A short text that a tree matches, its assertions left out of account."""
    found = ""
    for kind, value in tree:
        if _is_character(kind):
            found += next((c for c in letters if fits(kind, value, c, flags)), "a")
        elif kind in _REPEATS:
            found += example(value[2], letters, flags) * max(value[0], 1)
        elif kind is names.SUBPATTERN:
            found += example(value[3], letters, flags)
        elif kind is names.BRANCH:
            found += example(value[1][0], letters, flags)
        elif kind is names.ATOMIC_GROUP:
            found += example(value, letters, flags)
    return found


def repeats(
    tree: Any, letters: list[str], flags: int, before: str = ""
) -> Iterator[tuple[str, str]]:
    """What stands before a repeat without an end, and an example of what it repeats."""
    for place, (kind, value) in enumerate(tree):
        here = before + example(tree[:place], letters, flags)
        if kind in _REPEATS and value[1] > 20:
            for branch in _branches(value[2]):
                yield here, example(branch, letters, flags)
        for part in _inner(kind, value):
            yield from repeats(list(part), letters, flags, here)


def _branches(body: Any) -> list[Any]:
    body = list(body)
    if len(body) == 1 and body[0][0] is names.SUBPATTERN:
        return _branches(body[0][1][3])
    if len(body) == 1 and body[0][0] is names.BRANCH:
        return [list(branch) for branch in body[0][1][1]]
    return [body]


def worst_cases(pattern: Pattern) -> Iterator[tuple[str, str, str]]:
    """Texts that may take long: what stands first, what is repeated, and what stands last."""
    tree = pattern.tree
    letters = alphabet(tree, pattern.flags)
    found = list(repeats(tree, letters, pattern.flags))
    if not found:
        return
    whole = example(tree, letters, pattern.flags)
    bodies = dict.fromkeys(body for _, body in found if body)
    begun = (part for before, body in found for part in (before, before + body) if part)
    pumps = dict.fromkeys([*bodies, *letters, *(a + b for a in bodies for b in bodies), *begun])
    for before in dict.fromkeys(("", *(text for text, _ in found))):
        for pump in pumps:
            for last in dict.fromkeys(("", letters[-1], "\n!", whole[-1:])):
                yield before, pump, last


def growth(pattern: Pattern, size: int, step: int = 1) -> tuple[tuple[int, int, int], str] | None:
    """The steps of the first worst case that is not linear, and that case; None if all are.

    `step` takes every second or third case only.
    """
    tree = pattern.tree
    for before, pump, last in islice(worst_cases(pattern), 0, None, step):
        texts = [before + pump * (size * times) + last for times in (1, 2, 4)]
        once, twice, four = (_steps(text, pattern, tree) for text in texts)
        if four - twice > 2.5 * (twice - once) + 100 or four > MAX_STEPS:
            return (once, twice, four), f"{before!r} + {pump!r} * n + {last!r}"
    return None


def _steps(text: str, pattern: Pattern, tree: Tree) -> int:
    try:
        return Counter(text, pattern.flags).search(tree, pattern.everywhere)
    except TooManySteps:
        return MAX_STEPS + 1
