import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON with nothing but the JDK: maps, lists, strings, long, Boolean and null. */
final class Json {
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  static Object read(String text) {
    Json json = new Json(text);
    Object value = json.value();
    json.space();
    if (json.at < text.length()) throw new IllegalArgumentException("more after the value");
    return value;
  }

  private void space() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) at++;
  }

  private Object value() {
    space();
    char first = text.charAt(at);
    if (first == '{') return object();
    if (first == '[') return array();
    if (first == '"') return string();
    int start = at;
    while (at < text.length() && "+-.eE0123456789truefalsn".indexOf(text.charAt(at)) >= 0) at++;
    String word = text.substring(start, at);
    return switch (word) {
      case "true" -> true;
      case "false" -> false;
      case "null" -> null;
      default -> Long.parseLong(word); // the protocol has whole numbers only
    };
  }

  private Map<String, Object> object() {
    Map<String, Object> found = new LinkedHashMap<>();
    at++;
    for (space(); text.charAt(at) != '}'; space()) {
      if (text.charAt(at) == ',') at++;
      space();
      String key = string();
      space();
      at++; // the colon
      found.put(key, value());
    }
    at++;
    return found;
  }

  private List<Object> array() {
    List<Object> found = new ArrayList<>();
    at++;
    for (space(); text.charAt(at) != ']'; space()) {
      if (text.charAt(at) == ',') at++;
      found.add(value());
    }
    at++;
    return found;
  }

  private String string() {
    StringBuilder found = new StringBuilder();
    for (at++; text.charAt(at) != '"'; at++) {
      char here = text.charAt(at);
      if (here != '\\') {
        found.append(here);
        continue;
      }
      char escaped = text.charAt(++at);
      switch (escaped) {
        case 'n' -> found.append('\n');
        case 't' -> found.append('\t');
        case 'r' -> found.append('\r');
        case 'b' -> found.append('\b');
        case 'f' -> found.append('\f');
        case 'u' -> {
          found.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
          at += 4;
        }
        default -> found.append(escaped);
      }
    }
    at++;
    return found.toString();
  }

  static String write(Object value) {
    if (value instanceof Map<?, ?> map) {
      List<String> parts = new ArrayList<>();
      map.forEach((key, each) -> parts.add(write(key) + ":" + write(each)));
      return "{" + String.join(",", parts) + "}";
    }
    if (value instanceof List<?> list) {
      return "[" + String.join(",", list.stream().map(Json::write).toList()) + "]";
    }
    if (value instanceof String words) {
      StringBuilder quoted = new StringBuilder("\"");
      for (char each : words.toCharArray()) {
        if (each == '"' || each == '\\') quoted.append('\\').append(each);
        else if (each < ' ') quoted.append(String.format("\\u%04x", (int) each));
        else quoted.append(each);
      }
      return quoted.append('"').toString();
    }
    return String.valueOf(value);
  }
}
