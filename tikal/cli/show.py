"""Commands `legal`, `path`, `show` and `tiles`: look at a position or at the tiles."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click
from click.decorators import FC

import tikal as library
from tikal._support.wording import escaped_json
from tikal.cli.game_argument import at_option, game_argument, read, state_of
from tikal.cli.language_option import language_option
from tikal.cli.printing import (
    fail,
    format_option,
    moment,
    names_in,
    print_json,
    print_violations,
    reporting_errors,
    say,
    speak,
    stoppable,
    writing,
)
from tikal.languages import labelled, refused_move, title, word
from tikal.pictures.text import board_text
from tikal.rules.actions import price


@click.command()
@game_argument
@at_option
@format_option
@language_option
@reporting_errors
def legal(game: str, at: int | None, as_json: bool, language: str) -> None:
    """List the legal moves in GAME, with their prices.

    They are those of the last position, or of the one after N moves. Where chance decides, its
    outcomes are listed with their probabilities.
    """
    state = state_of(game, read(game, language), at)
    moves = library.legal_moves(state)
    odds = dict(library.chance(state))
    if as_json:
        entries = [
            {"move": str(m), "odds": str(odds[m])}
            if m in odds
            else {"move": str(m), "ap": price(state, m)}
            for m in moves
        ]
        print_json({"edition": state.edition.key, "phase": state.phase, "moves": entries})
        return
    now, edition = moment(state, language=language), title(state.edition, language)
    say(speak("legal-moves", language, moment=now, moves=len(moves), title=edition), "bold")
    for move in moves:
        cost = price(state, move)
        if move in odds:
            say(f"  {move}  {odds[move]}")
        else:
            say(f"  {move}" + (f"  {speak('price', language, ap=cost)}" if cost else ""))


@click.command()
@game_argument
@click.argument("origin", metavar="FROM")
@click.argument("target", metavar="TO")
@click.option("--seat", type=int, help="Also over the secret paths of this seat.")
@at_option
@format_option
@language_option
@reporting_errors
def path(
    game: str,
    origin: str,
    target: str,
    seat: int | None,
    at: int | None,
    as_json: bool,
    language: str,
) -> None:
    """Find the cheapest way between two cells.

    FROM and TO are cells such as b3. The cost is in action points, in the last position of GAME or
    in the one after N moves.
    """
    state = state_of(game, read(game, language), at)
    cost = library.path_cost(state, origin, target, seat)
    route = library.route(state, "W", origin, target, seat)
    if as_json:
        moves = None if route is None else [str(move) for move in route]
        print_json(
            {
                "edition": state.edition.key,
                "from": origin,
                "to": target,
                "seat": seat,
                "cost": cost,
                "route": moves,
            }
        )
    elif cost is None or route is None:
        say(speak("no-way", language, origin=origin, target=target))
    else:
        facts = {"origin": origin, "target": target, "ap": cost}
        say(speak("way", language, **facts, title=title(state.edition, language)), "bold")
        for move in route:
            say(f"  {move}  {speak('price', language, ap=price(state, move))}")


def _svg_option(help_: str) -> Callable[[FC], FC]:
    """Add `-o`, which names the file of a picture."""
    file = click.Path(dir_okay=False, path_type=Path)
    return click.option("-o", "--output", type=file, help=help_)


@click.command()
@game_argument
@at_option
@_svg_option("Write a picture (SVG) to this file instead of printing the board.")
@click.option("--position", is_flag=True, help="Print the position as one line that can be read.")
@format_option
@language_option
@reporting_errors
def show(
    game: str,
    at: int | None,
    output: Path | None,
    position: bool,
    as_json: bool,
    language: str,
) -> None:
    """Show a position of GAME, as text or as a picture.

    It is the last one, or the one after N moves. A refused move is shown with its reasons.
    A line made with --position is itself a GAME, for a question or to begin a record with.

    \b
    A game record looks like this:
      edition: rio-grande-1999
      players: 2
      names: Ana, Ben
    \b
      draw A3; place b3 r3; deploy L a1
      walk L a1-b2   # a comment
      end
    """  # noqa: D301 - click reads the backspace as "keep these lines"
    found = read(game, language)
    state = state_of(game, found, at)
    refusal = found.refusal if at in (None, len(found.steps)) else None
    if output:
        from tikal.pictures import svg

        picture = svg.board_svg(
            state,
            move=refusal.move if refusal else None,
            violations=refusal.violations if refusal else (),
            names=names_in(found.record),
            language=language,
        )
        _write(output, picture)
        say(speak("wrote", language, file=output))
    elif position:
        click.echo(library.format_position(state))
    elif as_json:
        from tikal.notation.documents import dumps

        click.echo(escaped_json(dumps(state, indent=2)))
    else:
        say(board_text(state, language))
        if refusal:
            sentence = refused_move(refusal.move, refusal.index + 1, language=language)
            say(labelled(sentence, "", language).rstrip(), "bold red")
            print_violations(refusal.violations, found.record, language)


@click.command()
@_svg_option("Write the printable sheet (SVG) to this file.")
@format_option
@language_option
@reporting_errors
def tiles(output: Path | None, as_json: bool, language: str) -> None:
    """List or draw the 36 tiles with their ids.

    You need the ids to write a record by hand: print the sheet and keep it at the table.
    """
    from tikal.components import BOX

    if output:
        from tikal.pictures import svg

        _write(output, svg.tile_sheet_svg(language))
        say(speak("wrote", language, file=output))
    elif as_json:
        facts = ("id", "kind", "value", "masks", "stones", "sources")
        print_json([{name: getattr(tile, name) for name in facts} for tile in BOX.tiles])
    else:
        say(speak("stones-clockwise", language), "dim")
        names = {tile.kind: word("terrains", tile.kind, language) for tile in BOX.tiles}
        width = max(map(len, names.values())) + 1
        for tile in BOX.tiles:
            number = tile.value or tile.masks
            stones = " ".join(map(str, tile.stones))
            say(f"  {tile.id}  {names[tile.kind]:<{width}}{number or '':<3} {stones}")


def _write(path: Path, text: str) -> None:
    if path.suffix.lower() != ".svg":
        fail(f"the picture is an SVG: name a file that ends in .svg, not {path.name}")
    from tikal._support.atomic_write import write_atomic

    with stoppable(), writing(path):
        write_atomic(path, text)
