// The words of the table, in the language of its reader.

const words = await (await fetch("/static/words.json")).json();
const languages = [new URLSearchParams(location.search).get("language"), ...navigator.languages];
/** The language of the address, or of the browser. */
export const wanted = languages.map((each) => each?.slice(0, 2)).find((each) => each in words) ?? "en";
export const known = Object.keys(words);

/** A sentence, in the language that the page has now. */
export const say = (key, facts = {}) =>
  words[document.documentElement.lang][key].replace(/{(\w+)}/g, (_, name) => facts[name]);
