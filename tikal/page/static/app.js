// The page: what is where, and what starts it.

import { writeLink } from "./address.js";
import { startBoard } from "./board.js";
import { isBotsTurn, wakeBots } from "./bots.js";
import { button, byId, choice, el, fill } from "./dom.js";
import { edit, resumeDraft, undoEdit } from "./drafting.js";
import { drawEditor } from "./editor.js";
import { helpDialog } from "./help.js";
import { drawHistory, drawSeats, drawSteps } from "./history.js";
import { storedDraft, storeDraft } from "./recent.js";
import { askBox } from "./rules.js";
import { newGameDialog } from "./setup.js";
import { openAddress, openDialog, saveDialog, sentences, startSharing } from "./sharing.js";
import { fail, keepPicture, showEarly, watchStart } from "./starting.js";
import { askView, isHosted, mayMove, needPictures, onChange, table } from "./state.js";
import {
  closeOpinion,
  followGame,
  go,
  goBy,
  goTo,
  judgeBy,
  loadFirstWords,
  loadWords,
  play,
  show,
  translate,
} from "./table.js";
import { drawTurn, quickActions } from "./turn.js";
import { anyMove } from "./typed.js";
import { drawVerdict } from "./verdict.js";
import { keepLanguage, language, t, wantedLanguage } from "./words.js";

// --- around the table ----------------------------------------------------------------------------

const icon = (size) =>
  el("img", { src: document.querySelector("link[rel=icon]")?.href, alt: "", width: size, height: size });

/** An untouched game is edited in the phase in which disputes arise. */
const firstChanges = () =>
  table.view.length || typeof table.view.game.start === "string" ? [] : [{ choose: "phase", to: "act" }];

async function speakIn(chosen) {
  keepLanguage(chosen);
  await loadWords(chosen);
  await (table.mode === "edit" ? edit([]) : translate());
}

/** What the bar was drawn for. */
let barOf = "";

/** The edition of the game, and in play the others to judge it by. */
function editionMenu({ key, base, title }) {
  if (table.mode === "edit" || isHosted()) return el("span", { class: "edition", title: key }, title);
  const printed = table.about.editions.map((each) => [each.key, each.title]);
  const options = key === base ? printed : [[key, title], ...printed];
  return choice(options, key, judgeBy, {
    class: "quiet edition",
    title: key,
    key: "judge-by",
    "aria-label": t("edition.by"),
  });
}

/** The bar, drawn again only for another language, edition or mode, so that typed text stays. */
function drawBar() {
  const { edition } = table.mode === "edit" ? table.edit : table.view;
  const wanted = [language(), table.mode, edition.key].join(" ");
  if (wanted === barOf) return;
  barOf = wanted;
  document.title = t("title");
  byId("skip").textContent = t("skip");
  const question = byId("question")?.value ?? "";
  fill(
    byId("bar"),
    el("h1", { class: "brand" }, icon(30), el("span", {}, "Tikal")),
    editionMenu(edition),
    askBox(),
    el(
      "nav",
      { "aria-label": t("menu") },
      isHosted() ? null : button(t("new.short"), newGameDialog, { icon: "plus", class: "quiet", key: "new" }),
      button(t("help.short"), helpDialog, { icon: "maybe", class: "quiet", key: "help" }),
      isHosted() ? null : button(t("open.short"), openDialog, { icon: "open", class: "quiet", key: "open" }),
      button(t("save.short"), saveDialog, {
        icon: "save",
        class: "quiet",
        key: "save",
        disabled: table.mode === "edit",
      }),
      table.mode === "edit" || isHosted()
        ? null
        : button(t("edit.short"), () => edit(firstChanges()), { icon: "edit", class: "quiet", key: "edit" }),
    ),
    choice(
      table.about.languages.map((each) => [each, table.about.language_names[each]]),
      language(),
      speakIn,
      { "aria-label": t("language"), key: "language", class: "quiet language" },
    ),
  );
  byId("question").value = question;
  fill(byId("any-move"), table.mode === "play" ? anyMove() : null);
}

function draw() {
  drawBar();
  drawSeats();
  document.body.dataset.mode = table.mode;
  document.body.dataset.phase = table.view.phase;
  document.body.dataset.position = table.view.position;
  byId("history").hidden = byId("under").hidden = table.mode === "edit";
  drawVerdict();
  drawQuick();
  if (table.mode === "edit") return drawEditor();
  drawTurn();
  drawSteps();
  drawHistory();
}

/** On a small screen: what is left of the turn, what can be done on the hex, and the end, at hand. */
function drawQuick() {
  const box = byId("quick");
  const { phase, ap, scoring } = table.view;
  const mine = mayMove() && !isBotsTurn();
  box.hidden = table.mode !== "play" || phase !== "act" || Boolean(table.opinion) || !mine;
  if (box.hidden) return fill(box);
  fill(
    box,
    el("div", { class: "row" }, quickActions()),
    el("strong", {}, t("ap", { price: ap })),
    button(t(scoring ? "act.score" : "act.end"), () => play(["end"]), { class: "main", key: "quick-end" }),
  );
}

function notice(answer) {
  const box = byId("notice");
  box.classList.remove("offer");
  box.hidden = false;
  box.replaceChildren(
    el(
      "div",
      {},
      sentences(answer).map((sentence) => el("p", {}, sentence)),
    ),
    button(t("close"), () => (box.hidden = true), { class: "quiet only-icon", icon: "close" }),
  );
}

/** A position was being edited when the page was left. */
function offerDraft() {
  const box = byId("notice");
  const hide = () => (box.hidden = true);
  box.classList.add("offer");
  box.hidden = false;
  box.replaceChildren(
    el("p", {}, t("recent.draft")),
    el(
      "div",
      { class: "row" },
      button(t("recent.resume"), () => resumeDraft().then(hide), { key: "resume" }),
      button(
        t("recent.discard"),
        () => {
          storeDraft(null);
          hide();
        },
        { class: "quiet", key: "discard" },
      ),
    ),
  );
}

const toTheBoard = () => byId("board").querySelector(".hit[tabindex='0']")?.focus();
/** What can be done on the hex that is looked at, or else the next step of the game. */
function toTheActions() {
  const card = byId("turn");
  (card.querySelector(".hex button") ?? card.querySelector("button.main"))?.focus();
}
const leaveOpinion = () => closeOpinion() && (toTheBoard(), true);

/** What keys do anywhere but in a field; one that returns false has done nothing. */
const KEYS = {
  "/": () => byId("question").focus(),
  a: toTheActions,
  b: toTheBoard,
  "?": helpDialog,
  Escape: leaveOpinion,
};
/** What they do where they do not move from hex to hex. */
const STEPS = {
  ArrowLeft: () => goBy(-1),
  ArrowRight: () => goBy(1),
  Home: () => goTo(0),
  End: () => goTo(table.view.length),
};
/** What they do with Ctrl or Cmd. */
const WITH_CTRL = {
  z: () => (table.mode === "edit" ? undoEdit() : goBy(-1)),
  Z: () => goBy(1),
  y: () => goBy(1),
};

function commandOf(event) {
  if (event.ctrlKey || event.metaKey) {
    return WITH_CTRL[event.shiftKey ? event.key.toUpperCase() : event.key.toLowerCase()];
  }
  const isStep = event.key in STEPS && !event.altKey && !event.target.dataset?.cell;
  return isStep ? STEPS[event.key] : KEYS[event.key];
}

function onKey(event) {
  const inField = event.target.closest?.("input, textarea, select, dialog"); // they have keys of their own
  const command = inField || !table.view ? null : commandOf(event);
  if (command && command() !== false) event.preventDefault();
}

// --- at the start --------------------------------------------------------------------------------

/** Bring the verdict and the hex that it is about into view. */
function showVerdict() {
  const about = byId("board").querySelector(".lights .refused, .lights .allowed");
  for (const each of [byId("verdict"), about]) each?.scrollIntoView({ block: "nearest" });
}

/** On paper everything is open that can be opened, and only there. */
function startPrinting() {
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll("#verdict details:not([open])")];
    for (const each of closed) each.open = true;
  });
  addEventListener("afterprint", () => {
    for (const each of closed) each.open = false;
  });
}

/** A game of the program that answers: it is shown, and followed when it goes on there. */
async function startHosted() {
  const view = await askView("view");
  if (!view.ok) throw new Error(view.error);
  await show(view);
  addEventListener("tikal-changed", ({ detail }) => followGame(detail?.length));
}

/** The game of the address, or a new one. */
async function startOwn() {
  const opened = await openAddress();
  if (!opened) {
    const { hash } = location;
    const complaint = byId("notice").hidden ? null : [...byId("notice").childNodes];
    await go("new", { players: 2 });
    if (complaint) {
      // an unreadable link stays in the address, and the page shows the reason
      await writeLink(); // now, so that it does not come later
      history.replaceState(null, "", hash);
      byId("notice").replaceChildren(...complaint);
      byId("notice").hidden = false;
    }
  }
  startSharing();
  addEventListener("pagehide", keepPicture);
  if (storedDraft() && byId("notice").hidden) offerDraft();
}

async function start() {
  byId("loading").prepend(icon(72));
  const texts = JSON.parse(byId("loading-text").dataset.texts ?? "{}"); // a build writes them
  const onProgress = watchStart(texts[wantedLanguage(Object.keys(texts))]);
  addEventListener("tikal-progress", ({ detail }) => onProgress(detail));
  if (!isHosted()) showEarly();
  addEventListener("tikal-notice", ({ detail }) => notice(detail));
  addEventListener("tikal-verdict", showVerdict);
  addEventListener("keydown", onKey);
  startPrinting();
  await window.tikal.ready;
  await loadFirstWords();
  await needPictures();
  onChange(() => (byId("notice").hidden = true));
  startBoard();
  onChange(draw);
  onChange(() => void wakeBots());
  await (isHosted() ? startHosted() : startOwn());
  byId("loading").remove();
  byId("early")?.remove();
  document.body.dataset.ready = "yes";
}

start().catch((error) => fail(String(error.message ?? error)));
