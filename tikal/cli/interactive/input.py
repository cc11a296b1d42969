"""Sources of input lines: a terminal with line editing, or a plain stream."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

import click

from tikal.cli.interactive.completion import Word

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completion
    from prompt_toolkit.document import Document

#: Gives the words that the last word of a line can become.
Complete: TypeAlias = Callable[[str], Iterable[Word]]
_SIGN: Final = "> "
#: Suggestions that are visible at once.
_MENU_LINES: Final = 6


class LineReader(Protocol):
    """Asks for a line; `EOFError` or `KeyboardInterrupt` if there will be none."""

    def read(self, prompt: str, complete: Complete) -> str:
        """The next line."""


def line_reader(earlier: Iterable[str] = ()) -> LineReader:
    """A reader with line editing on a terminal, where the arrows bring back earlier lines."""
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    if is_terminal:
        try:
            return _Terminal(earlier)
        except ModuleNotFoundError:  # prompt_toolkit: one can play without it
            pass
    return _Plain()


class _Plain:
    """Lines as they come, for scripts and pipes."""

    def read(self, prompt: str, _complete: Complete) -> str:
        try:
            line: str = click.prompt(prompt, default="", show_default=False, prompt_suffix=_SIGN)
        except click.Abort:  # click has made one of both
            raise EOFError from None
        return line


class _Terminal:
    """Lines that can be edited, completed and brought back."""

    def __init__(self, earlier: Iterable[str]) -> None:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import Completer, Completion
        from prompt_toolkit.history import InMemoryHistory
        from prompt_toolkit.output import ColorDepth
        from prompt_toolkit.shortcuts import CompleteStyle

        reader = self

        class Words(Completer):
            def get_completions(
                self, document: Document, _event: CompleteEvent
            ) -> Iterator[Completion]:
                typed = document.text_before_cursor
                last = len(typed.rpartition(" ")[2].rpartition(";")[2])
                for word in reader.complete(typed):
                    yield Completion(word.text, -last, display_meta=word.note)

        self.complete: Complete = lambda _line: ()
        self._session: PromptSession[str] = PromptSession(
            history=InMemoryHistory(list(earlier)),
            completer=Words(),
            complete_while_typing=False,
            complete_style=CompleteStyle.COLUMN,
            reserve_space_for_menu=_MENU_LINES,
            enable_suspend=True,
            color_depth=ColorDepth.DEPTH_1_BIT if os.environ.get("NO_COLOR") else None,
        )

    def read(self, prompt: str, complete: Complete) -> str:
        self.complete = complete
        return self._session.prompt(prompt + _SIGN)
