"""The table of `tikal play`: a game at one keyboard.

- `game`: the game in progress, with undo, redo and its record;
- `opponents`: the seats that the computer plays;
- `reading`: what a typed line means;
- `completion`: how a line that is being typed may go on;
- `lines`: where lines come from, a terminal with line editing or a plain stream;
- `messages`: sentences in one language, with the players' names;
- `explaining`: why a move is refused, and what a clause says;
- `session`: the turns, one line after the other.
"""
