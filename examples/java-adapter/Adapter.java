import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The conformance protocol of tikal-rules: one JSON object per line in, one per line out. */
public final class Adapter {
  private final Map<String, Object> box;

  private Adapter(Map<String, Object> box) {
    this.box = box;
  }

  /** Who answers, and what it can be asked: leave out what your engine does not do. */
  private static Map<String, Object> introduction() {
    Map<String, Object> can = new LinkedHashMap<>();
    can.put("editions", List.of("rio-grande-1999", "super-meeple-2015"));
    can.put("house_rules", false);
    can.put("auction", true);
    can.put("positions", true);
    can.put("clauses", false); // it says only whether a move is legal
    can.put("asks", List.of("check", "score", "path_cost", "components"));
    can.put("actions", List.of("deploy", "end"));
    return Map.of(
        "version", 1,
        "implementation", Map.of("name", "tikal-java-example", "version", "1", "language", "java"),
        "capabilities", can);
  }

  private List<Object> run(Map<String, Object> given) {
    Object position = given.get("position");
    Engine engine = position == null ? null : new Engine(Engine.map(position), box);
    boolean hasMoved = false; // this engine judges positions but does not play on
    List<Object> answers = new ArrayList<>();
    for (Object each : Engine.list(given.get("questions"))) {
      Map<String, Object> question = Engine.map(each);
      hasMoved |= !Engine.list(question.get("then")).isEmpty();
      boolean isAboutTheBox = question.get("ask").equals("components");
      if (!isAboutTheBox && (engine == null || hasMoved)) {
        answers.add(Map.of("skip", "makes no moves"));
      } else {
        answers.add(answer(engine, question));
      }
    }
    return answers;
  }

  private Object answer(Engine engine, Map<String, Object> question) {
    switch ((String) question.get("ask")) {
      case "score":
        return Map.of("score", engine.score((Long) question.get("seat")));
      case "path_cost":
        Map<String, Object> cost = new LinkedHashMap<>(); // Map.of takes no null
        String from = (String) question.get("from");
        cost.put("cost", engine.pathCost(from, (String) question.get("to"), (Long) question.get("seat")));
        return cost;
      case "components":
        return components((String) question.get("part"));
      case "check":
        boolean isForAnother = question.get("seat") != null;
        Boolean legal = isForAnother ? null : engine.isLegal((String) question.get("move"));
        return legal == null ? Map.of("skip", "cannot judge this move") : Map.of("legal", legal);
      default:
        return Map.of("skip", "cannot be asked for " + question.get("ask"));
    }
  }

  private Object components(String part) {
    if (!part.equals("tiles")) return Map.of("skip", "knows the tiles only");
    Map<String, Object> tiles = new LinkedHashMap<>();
    for (Object each : Engine.list(box.get("tiles"))) {
      Map<String, Object> tile = Engine.map(each);
      Map<String, Object> facts = new LinkedHashMap<>();
      facts.put("kind", tile.get("kind"));
      facts.put("stones", tile.get("stones"));
      facts.put("value", tile.getOrDefault("value", 0L));
      facts.put("masks", tile.getOrDefault("masks", 0L));
      tiles.put((String) tile.get("id"), facts);
    }
    return Map.of("components", tiles);
  }

  public static void main(String[] arguments) throws IOException {
    String text = Files.readString(Path.of(arguments[0]), StandardCharsets.UTF_8);
    Adapter adapter = new Adapter(Engine.map(Json.read(text)));
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Map<String, Object> request = Engine.map(Json.read(line));
      switch ((String) request.get("cmd")) {
        case "start" -> out.println(Json.write(introduction()));
        case "run" -> {
          Object answers = adapter.run(Engine.map(request.get("case")));
          out.println(Json.write(Map.of("seq", request.get("seq"), "answers", answers)));
        }
        default -> {
          return;
        }
      }
    }
  }
}
