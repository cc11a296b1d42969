// The lines of a game: what was played, and what was played instead. Each is a list of moves.

/** How many moves two lines have in common from the start. */
export function common(one, other) {
  const end = Math.min(one.length, other.length);
  let at = 0;
  while (at < end && one[at] === other[at]) at += 1;
  return at;
}

const begins = (line, whole) => common(line.moves, whole.moves) === line.moves.length;

/** A line as it is stored: its moves and the comments on them. Earlier versions stored the moves alone. */
export const lineOf = (line) =>
  Array.isArray(line) ? { moves: line, comments: [] } : { moves: line.moves, comments: line.comments ?? [] };

/** The other lines after the game has changed from `before` to `now`: nothing that was played is lost. */
export function branched(lines, before, now) {
  const every = [...lines, lineOf(before)].filter((line) => !begins(line, now));
  return every.filter(
    (line, index) =>
      !every.some(
        (other, place) =>
          place !== index && begins(line, other) && (other.moves.length > line.moves.length || place > index),
      ),
  );
}

/** The other lines without one of them. */
export const without = (lines, gone) => lines.filter((line) => line !== gone);
