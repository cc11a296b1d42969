// What the page says, in the language of its reader: patterns from the catalogues of the library.

const patterns = new Map();
const spoken = { language: "en", singular: [1], cells: new Set() };

export const language = () => spoken.language;

/** Use other words; `singular` lists the numbers that take the singular. */
export function speak({ words, singular, cells = [] }, wanted) {
  patterns.clear();
  for (const [key, pattern] of Object.entries(words)) patterns.set(key, pattern);
  spoken.language = wanted;
  spoken.singular = singular;
  spoken.cells = new Set(cells);
  document.documentElement.lang = wanted;
}

/** The sentence of a key; `{n:point/points}` is the number with the noun that fits it. */
export function t(key, facts = {}) {
  const pattern = patterns.get(key) ?? key;
  return pattern.replace(/\{(\w+)(?::([^{}/]*)\/([^{}]*))?\}/g, (all, name, one, many) => {
    if (!(name in facts)) return all;
    if (one === undefined) return String(facts[name]);
    return `${facts[name]} ${spoken.singular.includes(facts[name]) ? one : many}`;
  });
}

/** A sentence with a capital letter; the name of a cell keeps its small one. */
export function capital(text) {
  const [first] = /^\w*/.exec(text) ?? [""];
  return spoken.cells.has(first) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

const KEY = "tikal-language";

/** The language of the link, of an earlier visit, or of the browser. */
export function wantedLanguage(known) {
  const linked = /[#&]language=(\w\w)/.exec(location.hash)?.[1];
  /** @type {string | null} */
  let stored = null;
  try {
    stored = localStorage.getItem(KEY);
  } catch {
    // a page from disk may have no storage
  }
  const wanted = [linked, stored, ...navigator.languages.map((each) => each.slice(0, 2))];
  return wanted.find((each) => known.includes(each)) ?? "en";
}

export function keepLanguage(chosen) {
  try {
    localStorage.setItem(KEY, chosen);
  } catch {
    // then it is asked again
  }
}
