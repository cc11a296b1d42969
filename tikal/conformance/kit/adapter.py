"""The adapter under its former name, for one version: `python -m tikal.conformance.adapter`."""

import sys

from tikal.conformance.adapter import Adapter, serve

if __name__ == "__main__":
    print(
        "tikal.conformance.kit.adapter is now tikal.conformance.adapter; "
        "the old name goes with the next version",
        file=sys.stderr,
    )
    serve(Adapter())
