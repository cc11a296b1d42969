"""Answers requests of the page: one for each line; an empty line asks for nothing."""

import sys

from tikal.page.bridge import ask

if __name__ == "__main__":
    for line in sys.stdin:
        print("{}" if line == "\n" else ask(line), flush=True)
