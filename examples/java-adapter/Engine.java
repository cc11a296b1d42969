import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * Your engine goes here. This one knows the board, the cost of ways, the score of a seat, and what
 * forbids a deployment; fill in the rest, or call your own classes from these methods.
 *
 * <p>A method that returns null has no answer, and the adapter says so.
 */
final class Engine {
  /** One step across each side, clockwise from the north, in axial coordinates. */
  private static final int[][] STEPS = {{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}};

  private static final String BASE_CAMP = "a1";
  private static final long WORKERS = 18;

  private final Map<String, Object> position;
  private final Map<String, long[]> stones = new HashMap<>();
  private final Map<String, String> kinds = new HashMap<>();

  Engine(Map<String, Object> position, Map<String, Object> box) {
    this.position = position;
    map(box.get("printed")).forEach((cell, tile) -> lay(cell, map(tile), 0));
    Map<String, Map<String, Object>> tiles = new HashMap<>();
    for (Object tile : list(box.get("tiles"))) tiles.put((String) map(tile).get("id"), map(tile));
    map(position.get("tiles")).forEach(
        (cell, lying) -> {
          List<Object> tile = list(lying);
          lay(cell, tiles.get((String) tile.get(0)), ((Long) tile.get(1)).intValue());
        });
  }

  private void lay(String cell, Map<String, Object> tile, int rotation) {
    long[] turned = new long[6];
    List<Object> printed = list(tile.get("stones"));
    for (int side = 0; side < 6; side++) turned[(side + rotation) % 6] = (Long) printed.get(side);
    stones.put(cell, turned);
    kinds.put(cell, (String) tile.get("kind"));
  }

  // --- ways --------------------------------------------------------------------------------------

  /** The cells around a cell by side, null beyond the edge of the board. */
  static String[] neighbours(String cell) {
    int q = cell.charAt(0) - 'a';
    int r = 5 - (cell.charAt(1) - '0') - Math.floorDiv(q, 2);
    String[] found = new String[6];
    for (int side = 0; side < 6; side++) {
      int column = q + STEPS[side][0];
      int row = 5 - (r + STEPS[side][1]) - Math.floorDiv(column, 2);
      boolean onBoard = column >= 0 && column < 8 && row >= 1 && row <= 5;
      found[side] = onBoard ? "" + (char) ('a' + column) + row : null;
    }
    return found;
  }

  private boolean isLand(String cell) {
    return kinds.containsKey(cell) && !kinds.get(cell).equals("volcano");
  }

  /** The cheapest way in action points (PATH-02, C2C-01); null if there is none. */
  Long pathCost(String from, String to, Long seat) {
    if (!isLand(from) || !isLand(to)) return null;
    List<Object> camps = seat == null ? List.of() : list(owned(seat).get("camps"));
    Map<String, Long> costs = new HashMap<>(Map.of(from, 0L));
    PriorityQueue<Map.Entry<String, Long>> waiting =
        new PriorityQueue<>((a, b) -> Long.compare(a.getValue(), b.getValue()));
    waiting.add(Map.entry(from, 0L));
    while (!waiting.isEmpty()) {
      Map.Entry<String, Long> here = waiting.poll();
      if (here.getKey().equals(to)) return here.getValue();
      if (here.getValue() > costs.get(here.getKey())) continue;
      steps(here.getKey(), seat != null, camps).forEach(
          (next, price) -> {
            long cost = here.getValue() + price;
            if (cost < costs.getOrDefault(next, Long.MAX_VALUE)) {
              costs.put(next, cost);
              waiting.add(Map.entry(next, cost));
            }
          });
    }
    return null;
  }

  private Map<String, Long> steps(String cell, boolean hasSeat, List<Object> camps) {
    Map<String, Long> found = new TreeMap<>();
    String[] around = neighbours(cell);
    for (int side = 0; side < 6; side++) {
      if (around[side] == null || !isLand(around[side])) continue;
      long price = stones.get(cell)[side] + stones.get(around[side])[(side + 3) % 6];
      if (price > 0) found.put(around[side], price);
    }
    Deque<String> linked = new ArrayDeque<>();
    if (hasSeat) linked.add(BASE_CAMP);
    for (Object camp : camps) linked.add((String) camp);
    if (linked.contains(cell)) {
      for (String camp : linked) if (!camp.equals(cell)) found.put(camp, 1L);
    }
    return found;
  }

  // --- scoring -----------------------------------------------------------------------------------

  /** What a seat would score now: temples held by guard or by strength, and treasures. */
  Long score(long seat) {
    long points = 0;
    for (Map.Entry<String, Object> temple : map(position.get("values")).entrySet()) {
      if (holder(temple.getKey()) == seat) points += (Long) temple.getValue();
    }
    for (Object tokens : map(owned(seat).get("treasures")).values()) {
      points += new long[] {0, 1, 3, 6}[((Long) tokens).intValue()];
    }
    return points;
  }

  /** The owner of the guard, or the seat that is stronger than each other one; 0 for nobody. */
  private long holder(String cell) {
    long best = 0;
    long most = 0;
    for (String seat : map(position.get("seats")).keySet()) {
      long number = Long.parseLong(seat);
      if (map(owned(number).get("guards")).containsKey(cell)) return number;
      List<Object> figures = list(map(owned(number).get("figures")).get(cell));
      long strength = figures.isEmpty() ? 0 : 3 * (Long) figures.get(0) + (Long) figures.get(1);
      if (strength > most) {
        most = strength;
        best = number;
      } else if (strength == most) {
        best = 0;
      }
    }
    return best;
  }

  // --- moves -------------------------------------------------------------------------------------

  /** Whether the seat in turn may make a move; null for moves that this engine does not know. */
  Boolean isLegal(String move) {
    String[] words = move.split(" ");
    if (!position.get("phase").equals("act")) return null;
    return switch (words[0]) {
      case "end" -> true;
      case "deploy" -> mayDeploy(words[1], words[2]);
      default -> null; // your own rules go here
    };
  }

  private boolean mayDeploy(String figure, String cell) {
    long seat = (Long) position.get("active");
    Map<String, Object> mine = owned(seat);
    boolean isCamp = cell.equals(BASE_CAMP) || list(mine.get("camps")).contains(cell);
    int kind = figure.equals("L") ? 0 : 1;
    long used = (Long) list(mine.get("removed")).get(kind);
    for (Object stack : map(mine.get("figures")).values()) used += (Long) list(stack).get(kind);
    for (Object guard : map(mine.get("guards")).values()) used += guard.equals(figure) ? 1 : 0;
    long all = figure.equals("L") ? 1 : WORKERS;
    return isCamp && used < all && (Long) position.get("ap") >= 1;
  }

  private Map<String, Object> owned(long seat) {
    return map(map(position.get("seats")).get(String.valueOf(seat)));
  }

  @SuppressWarnings("unchecked") // JSON says what it is
  static Map<String, Object> map(Object value) {
    return value == null ? Map.of() : (Map<String, Object>) value;
  }

  @SuppressWarnings("unchecked")
  static List<Object> list(Object value) {
    return value == null ? List.of() : (List<Object>) value;
  }
}
