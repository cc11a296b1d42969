// Words: patterns, capitals, and which language is spoken.

import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";
import { browser, document, openBrowser } from "./document.mjs";
import { load } from "./page.mjs";

const at = (address, languages = ["xx-YY"]) => openBrowser("<html><body></body></html>", { address, languages });
at("http://localhost/");
const { capital, keepLanguage, language, speak, t, wantedLanguage } = await load("words.js");

beforeEach(() => {
  browser.storage.clear();
  browser.isStorageDenied = false;
  at("http://localhost/");
});

test("a key without words is shown itself", () => assert.equal(t("no.such"), "no.such"));

test("facts take their places", () => {
  speak({ words: { a: "{x} and {y} and {x}", b: "{n:point/points}", c: "{n:/s}", d: "{other} {x}" }, singular: [1], cells: [] }, "en");
  assert.equal(t("a", { x: 1, y: "two" }), "1 and two and 1");
  assert.equal(t("b", { n: 1 }), "1 point");
  assert.equal(t("b", { n: 0 }), "0 points");
  assert.equal(t("b", { n: 2 }), "2 points");
  assert.equal(t("c", { n: 1 }), "1 ");
  assert.equal(t("d", { x: null }), "{other} null");
  assert.equal(t("a"), "{x} and {y} and {x}");
});

test("the numbers that take the singular are those of the language", () => {
  speak({ words: { b: "{n:point/points}" }, singular: [0, 1], cells: [] }, "fr");
  assert.equal(t("b", { n: 0 }), "0 point");
  assert.equal(t("b", { n: 2 }), "2 points");
  assert.equal(language(), "fr");
  assert.equal(document.documentElement.lang, "fr");
});

test("other words replace all that were there", () => {
  speak({ words: { a: "one", b: "two" }, singular: [1], cells: [] }, "en");
  speak({ words: { a: "eins" }, singular: [1], cells: [] }, "de");
  assert.equal(t("a"), "eins");
  assert.equal(t("b"), "b");
});

test("a sentence begins with a capital, but for the name of a cell", () => {
  speak({ words: {}, singular: [1], cells: ["b3", "h5"] }, "en");
  assert.equal(capital("seat 1 acts"), "Seat 1 acts");
  assert.equal(capital("écoute"), "Écoute");
  assert.equal(capital("b3 is dug"), "b3 is dug");
  assert.equal(capital("h5"), "h5");
  assert.equal(capital("b3x"), "B3x");
  assert.equal(capital("b4 x"), "B4 x");
  assert.equal(capital("on b3"), "On b3");
  assert.equal(capital(""), "");
});

const KNOWN = ["en", "fr", "nl", "de"];

test("the language of the link is wanted before all others", () => {
  browser.storage.set("tikal-language", "nl");
  at("http://localhost/#position=a2&language=fr", ["de-DE"]);
  assert.equal(wantedLanguage(KNOWN), "fr");
  at("http://localhost/#language=fr", ["de-DE"]);
  assert.equal(wantedLanguage(KNOWN), "fr");
  at("http://localhost/#mylanguage=fr", ["de-DE"]);
  assert.equal(wantedLanguage(KNOWN), "nl");
});

test("the language of an earlier visit is wanted before those of the browser", () => {
  at("http://localhost/", ["de-DE"]);
  keepLanguage("nl");
  assert.equal(browser.storage.get("tikal-language"), "nl");
  assert.equal(wantedLanguage(KNOWN), "nl");
});

test("the first language of the browser that is known is wanted, else English", () => {
  at("http://localhost/", ["it-IT", "de-CH", "fr"]);
  assert.equal(wantedLanguage(KNOWN), "de");
  at("http://localhost/#language=xx", ["it"]);
  assert.equal(wantedLanguage(KNOWN), "en");
  assert.equal(wantedLanguage([]), "en");
});

test("a browser without storage is asked all the same", () => {
  browser.isStorageDenied = true;
  at("http://localhost/", ["fr"]);
  keepLanguage("nl");
  assert.equal(wantedLanguage(KNOWN), "fr");
});
