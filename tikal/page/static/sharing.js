// Games and positions in and out: files, the clipboard, what is dropped on the page, links.

import { button, choice, copy, dialog, el, field, save } from "./dom.js";
import { recentList } from "./recalling.js";
import { linkTo } from "./sending.js";
import { loadGame } from "./repairs.js";
import { ask, complain, here, isHosted, table, verdictFields } from "./state.js";
import { judge } from "./table.js";
import { capital, t } from "./words.js";

const NAMES = {
  record: ["game.tikal", "text/plain"],
  json: ["game.json", "application/json"],
  position: ["position.txt", "text/plain"],
  "position-json": ["position.json", "application/json"],
  svg: ["position.svg", "image/svg+xml"],
  link: ["link.txt", "text/plain"],
  embed: ["embed.html", "text/html"],
  verdict: ["verdict.txt", "text/plain"],
  "verdict-svg": ["verdict.svg", "image/svg+xml"],
};
const LARGEST = 4_000_000;

/** The part of a link behind its `#`; empty if the text is no link. */
function fragmentOf(text) {
  const isLink = /^(?:https?|file):/.test(text) && !/\s/.test(text);
  return isLink && text.includes("#") ? text.slice(text.indexOf("#") + 1) : "";
}

/** Open a text; what cannot be read is explained, and the game on the table stays. */
export async function openText(text) {
  if (text.length > LARGEST) {
    complain({ error: t("open.too-large") });
    return false;
  }
  const link = fragmentOf(text.trim());
  const answer = await loadGame(link ? { link } : { text }, { entry: true });
  if (answer?.asked) await judge(answer.asked_moves, answer.asked_seat);
  return Boolean(answer);
}

async function openFile(file) {
  if (file.size > LARGEST) return complain({ error: t("open.too-large") });
  return openText(await file.text());
}

/** The game or position of the address; without one nothing happens. */
export async function openAddress() {
  const fragment = location.hash.slice(1);
  const parts = fragment.split("&").filter((part) => !part.startsWith("language="));
  if (!parts.join("")) return false;
  const { id, lines, bots } = history.state ?? {};
  const answer = await loadGame({ link: parts.join("&") }, { id, lines, bots });
  if (answer?.asked) await judge(answer.asked_moves, answer.asked_seat);
  return Boolean(answer);
}

export function openDialog() {
  const box = el("textarea", {
    rows: 9,
    "aria-label": t("open.text"),
    placeholder: "b3=A2 1L\n\nedition: rio-grande-1999\nplayers: 2\n\ndraw A3; place b3 r1",
    spellcheck: "false",
  });
  const problem = el("p", { class: "problem", role: "alert" });
  const trying = async (open) => {
    problem.textContent = "";
    const heard = (event) => {
      event.stopImmediatePropagation();
      problem.textContent = sentences(event.detail).join("\n");
    };
    addEventListener("tikal-notice", heard, { capture: true });
    if (await open()) node.close();
    removeEventListener("tikal-notice", heard, { capture: true });
  };
  const file = el("input", {
    type: "file",
    accept: ".tikal,.txt,.json,text/plain,application/json",
    "aria-label": t("open.file"),
    onchange: () => file.files[0] && trying(() => openFile(file.files[0])),
  });
  const node = dialog(
    t("open.title"),
    t("close"),
    el("p", { class: "hint" }, t("open.hint")),
    box,
    problem,
    el(
      "div",
      { class: "row" },
      button(t("open.read"), () => trying(() => openText(box.value)), { class: "main" }),
      field(t("open.file"), file),
    ),
    recentList(() => node.close()),
  );
  box.focus();
}

/** The page within another one, as HTML. */
function embedding(link) {
  const escaped = link.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return `<iframe src="${escaped}" width="100%" height="900" title="Tikal"></iframe>`;
}

export async function saveDialog() {
  const shown = el("textarea", { rows: 9, readonly: true, "aria-label": t("save.text") });
  const done = el("p", { class: "hint", role: "status" });
  const linked = isHosted() ? [] : ["link"];
  const embedded = isHosted() ? [] : ["embed"];
  const write = async (wanted) => {
    format = wanted;
    done.textContent = "";
    const about = table.opinion ? verdictFields(table.opinion) : here();
    const answer = await ask("export", { ...about, format: format === "embed" ? "link" : format });
    if (format !== wanted) return; // another one was chosen meanwhile
    if (!answer.ok) return complain(answer);
    shown.value =
      { link: () => linkTo(answer.text), embed: () => embedding(linkTo(answer.text)) }[format]?.() ??
      answer.text;
  };
  const verdicts = table.opinion ? table.about.verdicts : [];
  const formats = [
    ...linked,
    ...verdicts,
    ...table.about.exports.filter((each) => each !== "link"),
    ...embedded,
  ];
  let format = linked[0] ?? "record";
  dialog(
    t("save.title"),
    t("close"),
    field(
      t("save.as"),
      choice(
        formats.map((each) => [each, t(`save.${each}`)]),
        format,
        write,
      ),
    ),
    shown,
    el(
      "div",
      { class: "row" },
      button(
        t("save.copy"),
        async () => (done.textContent = t((await copy(shown.value)) ? "save.copied" : "save.not-copied")),
        { class: "main", icon: "link" },
      ),
      button(t("save.file"), () => save(...[NAMES[format][0], shown.value, NAMES[format][1]]), {
        icon: "save",
      }),
    ),
    done,
  );
  await write(format);
}

/** An answer that cannot be given, as sentences. */
export const sentences = (answer) => spoken(answer).map(capital);

function spoken(answer) {
  const written = (each) => {
    const place = each.line ? t("place", { line: each.line, column: each.column ?? 1 }) : "";
    return [place, each.error ?? each.message].filter(Boolean).join(" ");
  };
  if (answer.errors?.length > 1) return answer.errors.slice(0, 12).map(written);
  return answer.problems?.length ? answer.problems.slice(0, 12) : [written(answer)];
}

/** Files that are dropped, and text that is pasted anywhere but into a field. */
export function startSharing() {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) openFile(file);
    else if (event.dataTransfer?.getData("text/plain")) openText(event.dataTransfer.getData("text/plain"));
  });
  addEventListener("paste", (event) => {
    if (event.target?.closest?.("input, textarea, dialog")) return;
    const text = event.clipboardData?.getData("text/plain");
    if (text) openText(text);
  });
  addEventListener("hashchange", openAddress);
}
