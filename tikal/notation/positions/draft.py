"""A position as far as its text has been read."""

from __future__ import annotations

from attrs import define, field

from tikal.editions import DEFAULT_EDITION, Edition
from tikal.errors import InvalidArgument, InvalidNotation, with_clause
from tikal.fields import Figure
from tikal.notation.positions.builder import position
from tikal.notation.positions.syntax import AUCTION, DEFAULT_PLAYERS, PLAYERS
from tikal.notation.positions.tokens import Word
from tikal.state import NEW_GAME_CLAUSES, Phase, State, tile_index


@define
class Sketch:
    """The arguments of `position` that have been read so far."""

    edition: Edition = DEFAULT_EDITION
    players: int | None = None
    auction: bool = False
    phase: Phase = "act"
    active: int = 1
    ap: int | None = None
    scoring: bool = False
    queue: tuple[int, ...] = ()
    tile: str | None = None
    tiles: dict[str, tuple[str, int]] = field(factory=dict)
    values: dict[str, int] = field(factory=dict)
    tokens: dict[str, int] = field(factory=dict)
    figures: dict[int, dict[str, tuple[int, int]]] = field(factory=dict)
    camps: dict[int, list[str]] = field(factory=dict)
    guards: dict[int, dict[str, Figure]] = field(factory=dict)
    removed: dict[int, tuple[int, int]] = field(factory=dict)
    treasures: dict[int, dict[int, int]] = field(factory=dict)
    scores: dict[int, int] = field(factory=dict)
    worked: dict[str, int] = field(factory=dict)
    diggers: dict[str, list[tuple[Figure, str | None]]] = field(factory=dict)
    display: tuple[str, ...] = ()
    high_bid: int | None = None
    high_bidder: int | None = None
    passed: tuple[int, ...] = ()
    done: tuple[int, ...] = ()
    aside: tuple[str, ...] = ()
    #: The first place of each statement, tile, leader and seat.
    heads: dict[str, Word] = field(factory=dict)
    tiles_named: dict[str, Word] = field(factory=dict)
    leaders_named: dict[int, Word] = field(factory=dict)
    seats_named: dict[int, Word] = field(factory=dict)

    def seat(self, number: int, word: Word) -> int:
        """A seat that was named; how many play is known at the end."""
        self.seats_named.setdefault(number, word)
        return number

    def new_tile(self, word: Word, id_: str) -> str:
        """A tile, which can be in one place only."""
        name = id_.upper()
        if tile_index(name) is None:
            raise word.refuse("tile/unknown", written=repr(name[:20]))
        if name in self.tiles_named:
            raise word.refuse("tile/twice", tile=name, place=self.tiles_named[name].place)
        self.tiles_named[name] = word
        return name

    def leader(self, seat: int, word: Word) -> None:
        """The leader of a seat, who can be in one place only."""
        if seat in self.leaders_named:
            place = self.leaders_named[seat].place
            raise word.refuse("leader/twice", seat=seat, place=place)
        self.leaders_named[seat] = word

    def contradictions(self) -> list[InvalidNotation]:
        """Errors about seats beyond the number of players, if that number is given."""
        if self.players is None:
            return []
        return [
            word.refuse("seat/beyond", seat=seat, last=self.players)
            for seat, word in self.seats_named.items()
            if seat > self.players
        ]

    def state(self) -> State:
        """The position."""
        players = self.players or max((DEFAULT_PLAYERS, *self.seats_named))
        first_passer = None if self.high_bidder else next(iter(self.passed), None)
        try:
            return position(
                players=players, edition=self.edition, auction=self.auction, tiles=self.tiles,
                values=self.values, tokens=self.tokens, figures=self.figures, camps=self.camps,
                guards=self.guards, removed=self.removed, treasures=self.treasures,
                scores=self.scores, set_aside=self.aside, phase=self.phase, active=self.active,
                ap=self.ap, tile=self.tile, scoring=self.scoring, queue=self.queue,
                worked=self.worked, diggers=self.diggers, display=self.display,
                high_bid=self.high_bid, high_bidder=self.high_bidder, passed=self.passed,
                first_passer=first_passer, done=self.done,
            )  # fmt: skip
        except InvalidArgument as error:  # a wrong number of players, or no auction in this edition
            message = with_clause(error)
            placed = InvalidNotation(message)
            if word := self._word_about(error.clause, players):
                placed = word.located(message)
            placed.clause = error.clause
            raise placed from None

    def _word_about(self, clause: str | None, players: int) -> Word | None:
        number_of_players, _, auction = NEW_GAME_CLAUSES
        if clause == number_of_players:
            return self.heads.get(PLAYERS) or self.seats_named.get(players)
        return self.heads.get(AUCTION) if clause == auction else None
