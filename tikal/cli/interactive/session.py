"""The turns of a game at the keyboard, one line after the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Final, Literal, TypeAlias

from tikal._support.atomic_write import write_atomic
from tikal.cli.interactive.completion import words_after
from tikal.cli.interactive.explain import explain, refuse, why
from tikal.cli.interactive.game import InteractiveGame
from tikal.cli.interactive.input import LineReader
from tikal.cli.interactive.messages import Messages
from tikal.cli.interactive.opponents import Opponents, roll
from tikal.cli.interactive.parse import COMMANDS, Order, read_move, read_moves, read_order
from tikal.cli.printing import say
from tikal.engine import Replay, check, legal_moves
from tikal.errors import InvalidNotation
from tikal.game import Game
from tikal.grid import CELL_INDEX
from tikal.languages import joined, listed
from tikal.matches.bots import BotFailure
from tikal.moves import DrawTile, EndTurn, Move, RevealTreasure
from tikal.notation import documents
from tikal.notation.records import Record, dumps
from tikal.pictures import text
from tikal.rules.actions import price
from tikal.rules.scoring import score
from tikal.state import State

#: Whether tiles and treasures are rolled, or typed in from a real table.
Chance: TypeAlias = Literal["roll", "ask"]
CHANCES: Final[tuple[Chance, ...]] = ("roll", "ask")


def write_record(record: Record, path: Path) -> None:
    """Write a record as JSON or text, by the ending of the file."""
    is_json = path.suffix.lower() == ".json"
    write_atomic(path, documents.dumps(record, indent=2) + "\n" if is_json else dumps(record))


class InteractiveSession:
    """A game, its players and bots, and the file of its record."""

    def __init__(
        self,
        game: InteractiveGame,
        path: Path,
        reader: LineReader,
        messages: Messages,
        *,
        seed: int,
        bots: Mapping[int, str],
        chance: Chance,
    ) -> None:
        self.game, self.path, self.reader, self.messages = game, path, reader, messages
        self.seed, self.bots, self.chance = seed, bots, chance
        self._opponents = Opponents(bots, seed)
        #: Moves of a bot that are not printed yet.
        self._unprinted: list[Move] = []
        self._is_saved = True
        #: The number of the turn whose board was shown last.
        self._shown: int | None = None
        #: The waiting tile that was described last.
        self._described: str | None = None

    @property
    def state(self) -> State:
        """The position now."""
        return self.game.state

    def run(self) -> None:
        """Play until the game is over or a player quits."""
        while self.state.phase != "over":
            state, number = self.state, len(self.game.steps)
            if self._is_decision(state):
                if not self._ask():
                    return
            elif state.to_move is None:
                self._make(roll(state, self.seed, number))
            else:
                self._let_the_bot_move()
        self._show_board()
        points = (
            self.messages.words("points", player=self.messages.player(seat), points=score_)
            for seat, score_ in self.state.scores.items()
        )
        winners = listed(map(self.messages.player, self.state.winners), self.messages.language)
        self.messages.tell("over", "bold green", scores=", ".join(points), winners=winners)

    def close(self) -> None:
        """End what the bots have started."""
        self._opponents.close()

    def _let_the_bot_move(self) -> None:
        """Make the move of a bot; a person plays on for one that has no legal move to offer."""
        seat = self.state.active
        played = Game.of(Replay(self.state, tuple(self.game.steps), start=self.game.start))
        try:
            move = self._opponents.choose(played)
            violations = check(self.state, move)
            reason = f"{move}: {'; '.join(map(str, violations))}" if violations else ""
        except BotFailure as error:
            reason = str(error)
        if not reason:
            self._make(move)
            return
        assert seat is not None
        self.bots = {other: bot for other, bot in self.bots.items() if other != seat}
        player = self.messages.player(seat)
        self.messages.tell("bot-failed", "red", player=player, reason=reason)

    def _is_decision(self, state: State) -> bool:
        """Whether the next move is typed at the keyboard."""
        return self.chance == "ask" if state.to_move is None else state.to_move not in self.bots

    # --- asking --------------------------------------------------------------------------------

    def _ask(self) -> bool:
        """Ask for one line and act on it; False to stop."""
        self._keep()  # the moves of bots and chance
        turn = sum(isinstance(step.move, EndTurn) for step in self.game.steps)
        if turn != self._shown:
            self._show_board()
            self._shown = turn
        elif self.state.tile and self.state.tile != self._described:
            self._show_tiles()
        if self.state.phase == "bid":
            self._tell_high_bid()
        prompt = self.messages.moment(self.state)
        line = self.reader.read(prompt, partial(words_after, self.state)).strip()
        order = read_order(line)
        if order and order.command == "quit":
            return False
        if order:
            self._obey(order)
        elif line:
            self._attempt(line)
        return True

    def _tell_high_bid(self) -> None:
        bidder = self.state.course.bidding.high_bidder
        if bidder:
            name = self.messages.player(bidder)
            self.messages.tell("high-bid", points=self.state.high_bid, player=name)
        else:
            self.messages.tell("no-bid")

    def _obey(self, order: Order) -> None:
        actions: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "moves": self._list_moves,
            "board": lambda _: self._show_everything(),
            "look": self._look,
            "score": lambda _: self._show_scores(),
            "why": self._why,
            "explain": self._explain,
            "undo": lambda _: self._undo(),
            "redo": lambda _: self._redo(),
            "save": self._save_as,
        }
        actions[order.command](order.rest)

    def _attempt(self, line: str) -> None:
        """Make the moves of a line, up to the first that is refused."""
        try:
            moves = read_moves(line, self.state)
        except InvalidNotation as error:
            self.messages.mistake(error)
            if self.state.to_move is None:
                key = "chance-first" if self.state.phase == "draw" else "reveal-first"
                example = str(legal_moves(self.state)[0]).split(" ")[1]
                self.messages.tell(key, example=example)
            return
        for move in moves:
            violations = check(self.state, move)
            if violations:
                refuse(self.messages, self.state, move, violations)
                break
            self._make(move)
        self._keep()

    # --- what happens --------------------------------------------------------------------------

    def _make(self, move: Move) -> None:
        """Make a legal move and print its outcome."""
        before = self.state
        self.game.make(move)
        self._is_saved = False
        after, seat = self.state, before.active or 0
        if seat in self.bots and before.phase != "bid":
            if not (before.auction and isinstance(move, DrawTile)):
                self._unprinted.append(move)
            if after.active != seat or isinstance(move, EndTurn):
                self._tell_bot(seat)
        elif seat in self.bots:
            self._unprinted.append(move)
            self._tell_bot(seat)
        elif before.to_move is None and self.chance == "roll":
            self._tell_luck(before, move)
        gained = after.scores[seat] - before.scores[seat] if seat else 0
        if before.scoring and isinstance(move, EndTurn):
            name = self.messages.player(seat)
            self.messages.tell(
                "scored", "cyan", player=name, points=gained, total=after.scores[seat]
            )
        if after.scoring and not before.scoring:
            self.messages.tell("scoring" if after.tile else "final-scoring", "cyan")

    def _tell_bot(self, seat: int) -> None:
        if not self._unprinted:
            return
        name, policy = self.messages.player(seat), self.bots[seat]
        self.messages.list(
            self._unprinted, self.messages.words("bot", player=name, policy=policy, moves="")
        )
        self._unprinted = []

    def _tell_luck(self, before: State, move: Move) -> None:
        name = self.messages.player(before.active or 0)
        if isinstance(move, DrawTile) and not before.auction:
            self.messages.tell("rolled", "cyan", player=name, tile=move.tile)
        if isinstance(move, RevealTreasure):
            have = self.state.player(before.active or 0).treasures[move.kind]
            self.messages.tell("revealed", "cyan", player=name, kind=move.kind, have=have)

    def _undo(self) -> None:
        move = self.game.undo(self._is_decision)
        if move is None:
            self.messages.tell("nothing-to-undo")
            return
        self.messages.tell("undone", move=move)
        self._shown = None
        self.save()

    def _redo(self) -> None:
        moves = self.game.redo()
        if not moves:
            self.messages.tell("nothing-to-redo")
            return
        self.messages.list(moves, self.messages.words("redone", moves=""))
        self._shown = None
        self.save()

    # --- showing -------------------------------------------------------------------------------

    def _show_board(self) -> None:
        """The map, what each player has, and the tiles that wait."""
        state, messages = self.state, self.messages
        say()
        messages.map(text.map_lines(state))
        for seat in state.scores:
            messages.say(self._player_line(seat))
        self._show_tiles()

    def _show_tiles(self) -> None:
        """The tiles that wait, in words."""
        state, messages = self.state, self.messages
        self._described = state.tile
        if state.display:
            messages.tell("display")
            for tile in state.display:
                messages.say(messages.tile(tile), indent="    ")
        if state.tile:
            messages.picture(state.tile)

    def _player_line(self, seat: int) -> str:
        state, words = self.state, self.messages.words
        player, over = state.player(seat), state.phase == "over"
        name = self.messages.player(seat)
        if self.messages.names:  # the map has the number of the seat
            name = words("named", seat=seat, player=name)
        facts = {"player": name, "points": player.score}
        parts = [
            words("player-over", **facts)
            if over
            else words("player", **facts, more=score(state, seat).total)
        ]
        owned = [f"{kind}x{number}" for kind, number in player.treasures.items() if number]
        if owned:
            parts.append(words("treasures", treasures=" ".join(owned)))
        if not over:
            leaders, workers = player.supply
            figures = [words("leader")] if leaders else []
            figures += [words("workers", workers=workers)] if workers else []
            parts.append(words("supply", figures=", ".join(figures) or words("nobody")))
        return joined(parts, self.messages.language)

    def _show_everything(self) -> None:
        """The board with all that is known, as `tikal show` prints it."""
        whole = text.board_text(self.state, self.messages.language)
        map_ = text.map_lines(self.state)
        above, _, below = whole.partition("\n".join(map_))
        for line in above.splitlines():
            self.messages.say(line, indent="")
        self.messages.map(map_)
        for line in below.strip("\n").splitlines():
            self.messages.say(line.lstrip(), indent="  " if line.startswith(" ") else "")
        self._show_tiles()

    def _show_scores(self) -> None:
        for seat in self.state.scores:
            points = score(self.state, seat).total
            self.messages.tell("now", player=self.messages.player(seat), points=points)

    def _list_moves(self, word: str) -> None:
        moves = [
            move
            for move in legal_moves(self.state)
            if not word or word.lower() in str(move).lower().replace("-", " ").split(" ")
        ]
        if word and not moves:
            self.messages.tell("no-moves", word=word)
            return
        self.messages.tell("moves", "bold", number=len(moves))
        for _, several in groupby(moves, key=type):
            self.messages.list(map(self._with_price, several))

    def _with_price(self, move: Move) -> str:
        cost = price(self.state, move)
        return self.messages.words("price", move=move, ap=cost) if cost else str(move)

    def _look(self, cell: str) -> None:
        name = cell.lower()
        if name in CELL_INDEX:
            self.messages.say(text.describe_cell(name, self.state[name], self.messages.language))
        else:
            self.messages.tell("what-cell")

    def _help(self, _rest: str) -> None:
        self.messages.tell("help/moves-in-general")
        width = max(len(f"{command} {rest}") for command, rest in COMMANDS.items())
        for command, rest in COMMANDS.items():
            usage = f"{command} {rest}".ljust(width)
            words = self.messages.words(f"help/{command}")
            self.messages.say(f"{usage}  {words}", indent="    ", hanging=" " * (width + 2))

    # --- explaining ----------------------------------------------------------------------------

    def _why(self, rest: str) -> None:
        try:
            move = read_move(rest, self.state)
        except InvalidNotation as error:
            self.messages.mistake(error)
            example = next((move for move in legal_moves(self.state)), "end")
            self.messages.tell("what-move", example=f"why {example}")
            return
        why(self.messages, self.state, move)

    def _explain(self, rest: str) -> None:
        if explain(self.messages, rest, self.state.edition):
            return
        try:
            move = read_move(rest, self.state)
        except InvalidNotation:
            self.messages.tell("no-clause", word=repr(rest))
        else:
            why(self.messages, self.state, move)

    # --- keeping -------------------------------------------------------------------------------

    def save(self) -> bool:
        """Write the record so far; False, after saying why, if that cannot be done."""
        self._is_saved = self._write(self.path)
        return self._is_saved

    def _keep(self) -> None:
        if not self._is_saved:
            self.save()

    def _write(self, path: Path) -> bool:
        try:
            write_record(self.game.record(), path)
        except OSError as error:
            reason = error.strerror or str(error)
            self.messages.tell("not-saved", "red", file=path, reason=reason)
            return False
        return True

    def _save_as(self, name: str) -> None:
        path = Path(name) if name else self.path
        if path != self.path and path.exists():
            self.messages.tell("exists", "red", file=path)
        elif self._write(path):
            self.messages.tell("saved", file=path)
