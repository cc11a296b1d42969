"""Runs the code on a page of Markdown as a reader would: from top to bottom, in one folder.

- `pycon` blocks are doctests, `python` blocks are executed; both share one namespace per page.
- `console` blocks hold commands after `$`, and what they print must be what stands below them.
- `json` and `toml` blocks must be well formed; every link in an `html` block must open on the page.
- `<!-- file: NAME -->` above a block writes it to a file instead.
"""

from __future__ import annotations

import doctest
import json
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import click
from attrs import frozen
from click.testing import CliRunner

from tikal.cli import tikal
from tikal.page.bridge import ask

#: Blocks that are only shown: commands that install things, drawings, rules for clingo.
SHOWN = {"sh", "text", "prolog"}
_BLOCK = re.compile(
    r"(?:^<!-- file: (\S+) -->\n)?^```([^\n]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL
)
_FLAGS = doctest.ELLIPSIS


class WrongExample(AssertionError):
    """An example that does not do what the page says."""


@frozen
class Block:
    """A fenced block of a page."""

    file: str | None
    language: str
    text: str
    line: int


def blocks(page: str) -> Iterator[Block]:
    """The blocks of a page; directives of Sphinx, such as `{figure}`, are not among them."""
    for match in _BLOCK.finditer(page):
        if not match[2].startswith("{"):
            line = page.count("\n", 0, match.start(2)) + 1
            yield Block(match[1], match[2], match[3], line)


def prose(page: str) -> str:
    """A page without its blocks."""
    return _BLOCK.sub("", page)


def run_page(name: str, page: str) -> None:
    """Run all blocks of a page in the current folder."""
    names: dict[str, object] = {"__name__": "__main__"}
    for block in blocks(page):
        where = f"{name}, line {block.line}"
        if block.file:
            Path(block.file).write_text(block.text, "utf-8")
        elif block.language == "pycon":
            _run_doctest(block, names, where)
        elif block.language == "python":
            exec(compile("\n" * block.line + block.text, name, "exec"), names)
        elif block.language == "console":
            _run_commands(block, where)
        elif block.language == "json":
            json.loads(block.text)
        elif block.language == "toml":
            tomllib.loads(block.text)
        elif block.language == "html":
            _open_links(block, where)
        elif block.language not in SHOWN:
            raise WrongExample(f"{where}: no runner for the language {block.language!r}")


def _run_doctest(block: Block, names: dict[str, object], where: str) -> None:
    test = doctest.DocTestParser().get_doctest(block.text, names, where, where, block.line)
    if not test.examples:
        raise WrongExample(f"{where}: there is no example in this block")
    report: list[str] = []
    test.globs = names  # get_doctest has made a copy
    result = doctest.DocTestRunner(optionflags=_FLAGS).run(
        test, out=report.append, clear_globs=False
    )
    if result.failed:
        raise WrongExample("".join(report))


def _open_links(block: Block, where: str) -> None:
    """Open every link of the page that is written in HTML, as its address or as a value."""
    for link in re.findall(r"position=[^\"'\s]*", block.text):
        answer = json.loads(ask(json.dumps({"ask": "load", "link": unescape(link)})))
        if not answer["ok"]:
            raise WrongExample(f"{where}: {link}: {answer['error']}")


def _run_commands(block: Block, where: str) -> None:
    commands = re.findall(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", block.text, re.MULTILINE)
    if not commands:
        raise WrongExample(f"{where}: there is no command in this block")
    for command, shown in commands:
        printed = _output(shlex.split(command))
        if not doctest.OutputChecker().check_output(shown, printed, _FLAGS):
            raise WrongExample(f"{where}: $ {command}\nexpected:\n{shown}\nprinted:\n{printed}")


def _has_format(arguments: list[str]) -> bool:
    """Whether the command prints for people only on a terminal."""
    command: click.Command | None = tikal
    for word in arguments:
        if isinstance(command, click.Group):
            command = command.get_command(click.Context(command), word)
    return command is not None and any("--format" in option.opts for option in command.params)


def _output(words: list[str]) -> str:
    """The output of a command on a terminal, error messages included."""
    program, *arguments = words
    if program == "python":
        return subprocess.run(
            [sys.executable, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ).stdout
    arguments = [sys.executable if word == "python" else word for word in arguments]
    if program != "tikal":
        raise WrongExample(f"examples run tikal and python, not {program}")
    if _has_format(arguments) and "--format" not in arguments:
        # before a `--`, after which everything belongs to another program
        end = arguments.index("--") if "--" in arguments else len(arguments)
        arguments[end:end] = ["--format", "pretty"]
    result = CliRunner().invoke(tikal, arguments)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.output
