"""`python -m online_table`: serve tables until interrupted."""

from __future__ import annotations

import argparse
import os

import uvicorn

import tikal
from online_table.app import create_app
from online_table.limits import MAX_MESSAGE_BYTES


def main() -> None:
    """Serve the tables of one database; several processes may share it."""
    parser = argparse.ArgumentParser(prog="online-table", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8450)
    parser.add_argument(
        "--database",
        default=os.environ.get("DATABASE_URL", "tables.sqlite"),
        help="a file for SQLite, or postgresql://... (DATABASE_URL)",
    )
    parser.add_argument("--rate", type=float, default=20, help="requests a second for each address")
    given = parser.parse_args()
    tikal.preload()  # so that the first player does not wait
    print(f"http://{given.host}:{given.port}/ until Ctrl-C", flush=True)
    uvicorn.run(
        create_app(given.database, given.rate),
        host=given.host,
        port=given.port,
        ws_max_size=MAX_MESSAGE_BYTES,
        log_level="warning",
    )


if __name__ == "__main__":
    main()
