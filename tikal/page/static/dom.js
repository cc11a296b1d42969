// Elements, made without HTML: all content is inserted as text.

const SVG = "http://www.w3.org/2000/svg";

function dress(node, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "key") node.dataset.key = value;
    else if (name === "value") node.value = value;
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(
    ...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return node;
}

/** An element; properties that begin with `on` listen, `key` finds it again after a change. */
export function el(tag, properties = {}, ...children) {
  return dress(document.createElement(tag), properties, children);
}

/** An element of SVG. */
export function shape(tag, properties = {}, ...children) {
  return dress(document.createElementNS(SVG, tag), properties, children);
}

/** A button that says what it does. */
export function button(label, onclick, properties = {}) {
  const { icon, ...rest } = properties;
  return el(
    "button",
    { type: "button", onclick, ...rest },
    icon ? symbol(icon) : null,
    el("span", {}, label),
  );
}

const SYMBOLS = {
  turnback: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  sheet: "M5 4h14v16H5zM5 9h14M5 14h14M12 9v11",
  back: "M15 5 8 12l7 7",
  forth: "m9 5 7 7-7 7",
  first: "M18 5l-7 7 7 7M7 5v14",
  last: "m6 5 7 7-7 7M17 5v14",
  left: "M4 10h9a6 6 0 1 1 0 12M4 10l4-4M4 10l4 4",
  right: "M20 10h-9a6 6 0 1 0 0 12M20 10l-4-4M20 10l-4 4",
  close: "M6 6l12 12M18 6 6 18",
  roll: "M5 5h14v14H5zM9 9h.01M15 9h.01M12 12h.01M9 15h.01M15 15h.01",
  edit: "M4 20h4L19 9l-4-4L4 16zM13 7l4 4",
  open: "M12 15V4M7 9l5-5 5 5M5 15v5h14v-5",
  save: "M12 4v11M7 10l5 5 5-5M5 15v5h14v-5",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  book: "M12 6c-2-1.500-5-2-8-2v14c3 0 6 .5 8 2 2-1.500 5-2 8-2V4c-3 0-6 .5-8 2zM12 6v14",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  image: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  play: "M8 5l11 7-11 7z",
  search: "M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM16 16l5 5",
  whole: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  yes: "M5 13l4 4L19 7",
  no: "M6 6l12 12M18 6 6 18",
  maybe: "M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2M12 18h.01",
  bot: "M5 9h14v10H5zM12 9V5M9 13h.01M15 13h.01M9 16h6",
  tent: "M12 5 3 20h18zM12 12l4.500 8M12 12l-4.500 8",
  shield: "M5 4h14v8c0 5-4 7-7 9-3-2-7-4-7-9z",
};

/** A small drawing beside a word. */
export function symbol(name) {
  return shape(
    "svg",
    { viewBox: "0 0 24 24", class: "symbol", "aria-hidden": "true" },
    shape("path", { d: SYMBOLS[name] }),
  );
}

/** A picture that the bridge has drawn; anything that could do more than be seen is refused. */
export function picture(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const active = "parsererror, script, foreignObject, a, image, use, iframe, style, animate, set";
  if (parsed.localName !== "svg" || parsed.querySelector(active))
    throw new Error("not a picture of the library");
  for (const node of parsed.querySelectorAll("title, desc")) node.remove();
  const drawn = document.importNode(parsed, true);
  drawn.removeAttribute("width");
  drawn.removeAttribute("height");
  drawn.removeAttribute("role");
  drawn.removeAttribute("aria-label");
  return drawn;
}

/** Put other children into an element; the focus stays on the control that has the same key. */
export function fill(container, ...children) {
  const focused = container.contains(document.activeElement) ? document.activeElement : null;
  const open = new Set(
    [...container.querySelectorAll("details[open][data-key]")].map((each) => each.dataset.key),
  );
  container.replaceChildren(
    ...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false),
  );
  for (const each of container.querySelectorAll("details[data-key]"))
    if (open.has(each.dataset.key)) each.open = true;
  if (!focused || container.contains(document.activeElement)) return;
  const key = focused.dataset.key;
  const again = key && container.querySelector(`[data-key="${CSS.escape(key)}"]`);
  const fallback = again && !again.disabled ? again : (container.querySelector("[data-home]") ?? container);
  if (fallback === container && !container.hasAttribute("tabindex")) container.tabIndex = -1;
  fallback.focus({ preventScroll: true });
}

/** @type {(id: string) => any} */
export const byId = (id) => document.getElementById(id);

let quiet;
/** Tell a screen reader something. */
export function announce(text) {
  const live = byId("live");
  live.textContent = "";
  clearTimeout(quiet);
  quiet = setTimeout(() => (live.textContent = text), 60); // so that the same text is announced again
}

/** Whether the reader wants nothing to move. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A dialog that is gone once it is closed; the focus returns to where it was. */
export function dialog(title, close, ...children) {
  const before = document.activeElement;
  const heading = el("h2", { id: `dialog-${Date.now()}` }, title);
  const node = el(
    "dialog",
    { "aria-labelledby": heading.id },
    el(
      "div",
      { class: "dialog-head" },
      heading,
      button(close, () => node.close(), { class: "quiet only-icon", icon: "close" }),
    ),
    el("div", { class: "dialog-body" }, children),
  );
  node.addEventListener("click", (event) => event.target === node && node.close());
  node.addEventListener("close", () => {
    node.remove();
    if (before?.isConnected) before.focus({ preventScroll: true });
  });
  document.body.append(node);
  node.showModal();
  return node;
}

/** A labelled control. */
export function field(label, control, properties = {}) {
  return el("label", { class: "field", ...properties }, el("span", {}, label), control);
}

/** A list to choose from: pairs of value and label. */
export function choice(options, chosen, onchange, properties = {}) {
  const node = el(
    "select",
    { onchange: () => onchange(node.value), ...properties },
    options.map(([value, label]) =>
      el("option", { value, selected: String(value) === String(chosen) }, label),
    ),
  );
  return node;
}

export function save(name, text, type = "text/plain") {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const node = el("a", { href: url, download: name });
  document.body.append(node);
  node.click();
  node.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Copy, also where a page from disk may not use the clipboard. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const box = el("textarea", { class: "unseen", value: text, "aria-hidden": "true" });
    (document.querySelector("dialog[open]") ?? document.body).append(box);
    box.select();
    const done = document.execCommand("copy");
    box.remove();
    return done;
  }
}
