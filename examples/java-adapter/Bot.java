import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A bot for `tikal match`: it answers `choose`, whose question lists the legal moves. */
public final class Bot {
  private static final List<String> LIKED = List.of("guard", "uncover", "recover", "camp", "walk");
  private static final Random CHANCE = new Random();

  /** The move to make: put your own thoughts here. */
  private static String choose(List<String> moves) {
    for (String verb : LIKED) {
      List<String> found = moves.stream().filter(move -> move.startsWith(verb + " ")).toList();
      if (!found.isEmpty()) {
        return found.get(CHANCE.nextInt(found.size()));
      }
    }
    return moves.get(CHANCE.nextInt(moves.size()));
  }

  public static void main(String[] arguments) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Map<String, Object> request = Engine.map(Json.read(line));
      if (request.get("cmd").equals("stop")) {
        return;
      }
      if (request.get("cmd").equals("start")) {
        out.println(Json.write(Map.of(
            "version", 1,
            "implementation", Map.of("name", "tikal-java-bot", "version", "1", "language", "java"),
            "capabilities", Map.of("asks", List.of("choose")))));
        continue;
      }
      List<Object> answers = new ArrayList<>();
      for (Object each : Engine.list(Engine.map(request.get("case")).get("questions"))) {
        List<String> moves = new ArrayList<>();
        Engine.list(Engine.map(each).get("moves")).forEach(move -> moves.add((String) move));
        answers.add(Map.of("move", choose(moves)));
      }
      out.println(Json.write(Map.of("seq", request.get("seq"), "answers", answers)));
    }
  }
}
