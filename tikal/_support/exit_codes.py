"""The exit codes of the command line; the only list of them."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """The exit code of a command, with its description in the help."""

    meaning: str

    def __new__(cls, code: int, meaning: str) -> ExitCode:
        """A code that carries its meaning."""
        member = int.__new__(cls, code)
        member._value_ = code
        member.meaning = meaning
        return member

    FINE = 0, "all is well"
    RULE_BROKEN = 1, "a rule is broken or points are claimed wrongly"
    UNREADABLE = 2, "cannot be read or wrong usage"
    UNFINISHED = 3, "a game is not finished"
    INTERRUPTED = 130, "interrupted"
    #: The reader closed the pipe early, as `head` does (SIGPIPE).
    NOT_READ = 141, "the output pipe was closed early"


def exit_codes() -> str:
    """All codes in one sentence, for the help."""
    return "Exit codes: " + ", ".join(f"{code} {code.meaning}" for code in ExitCode) + "."
