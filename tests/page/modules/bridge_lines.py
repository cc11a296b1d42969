"""Answers requests of the page: one for each line."""

import sys

from tikal.page.bridge import ask

if __name__ == "__main__":
    for line in sys.stdin:
        print(ask(line), flush=True)
