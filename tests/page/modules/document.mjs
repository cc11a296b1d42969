// As much of a browser as the modules of the page use: elements, selectors, events, focus; no layout.
// Tests set what a browser would compute: `pointed`, `rectangles`, `media`, `clipboard`.

/** What a test decides for the browser, and what the page has done with it. */
export const browser = {
  pointed: [], // the elements under the pointer, the topmost first
  media: {}, // the queries that match
  rectangles: new Map(), // by element
  clipboard: { text: null, denied: false },
  copies: true, // whether the old command for copying works
  animations: [],
  scrolled: [],
  saved: [],
  addresses: [], // each with the way it was written
  storage: new Map(),
  isStorageDenied: false,
};

// --- events ----------------------------------------------------------------------------------------

class Happening {
  constructor(type, properties = {}) {
    Object.assign(this, { type, detail: null, defaultPrevented: false, isStopped: false, cancelable: true }, properties);
  }
  preventDefault() {
    if (!this.isPassive) this.defaultPrevented = true;
  }
  stopImmediatePropagation() {
    this.isStopped = true;
  }
}

class Target {
  #heard = [];
  addEventListener(type, listener, options = {}) {
    const { capture = false, passive = false, once = false } = options === true ? { capture: true } : options;
    this.#heard.push({ type, listener, capture, passive, once });
  }
  removeEventListener(type, listener, options = {}) {
    const capture = options === true || Boolean(options.capture);
    const at = this.#heard.findIndex((each) => each.type === type && each.listener === listener && each.capture === capture);
    if (at >= 0) this.#heard.splice(at, 1);
  }
  /** Call the listeners of one phase. */
  hear(event, capture) {
    for (const each of [...this.#heard]) {
      if (event.isStopped) return;
      if (each.type !== event.type || each.capture !== capture) continue;
      if (each.once) this.removeEventListener(each.type, each.listener, { capture });
      event.isPassive = each.passive;
      each.listener.call(this, event);
    }
  }
  dispatchEvent(event) {
    event.target = this;
    const path = [];
    for (let each = this; each; each = each.above?.() ?? null) path.push(each);
    for (const each of [...path].reverse()) each.hear(event, true);
    for (const each of path) each.hear(event, false);
    return !event.defaultPrevented;
  }
}

export const window = new Target();

// --- nodes -----------------------------------------------------------------------------------------

class Text {
  constructor(data) {
    this.data = String(data);
    this.parent = null;
  }
  get textContent() {
    return this.data;
  }
  cloneNode() {
    return new Text(this.data);
  }
}

const camel = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
const dashed = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const FOCUSABLE = new Set(["a", "button", "input", "select", "textarea", "summary", "dialog"]);

class Element extends Target {
  constructor(tag, isPicture = false) {
    super();
    this.localName = isPicture ? tag : tag.toLowerCase();
    this.isPicture = isPicture;
    this.attributes = new Map();
    this.childNodes = [];
    this.parent = null;
    this.style = {};
    this.scrollTop = 0;
    this.typed = undefined;
    const attributes = this.attributes;
    this.dataset = new Proxy({}, {
      get: (_, name) => attributes.get(`data-${dashed(String(name))}`),
      set: (_, name, value) => Boolean(attributes.set(`data-${dashed(name)}`, String(value))),
      has: (_, name) => attributes.has(`data-${dashed(name)}`),
    });
    const classes = () => (attributes.get("class") ?? "").split(/\s+/).filter(Boolean);
    const write = (list) => attributes.set("class", [...new Set(list)].join(" "));
    this.classList = {
      add: (...names) => write([...classes(), ...names]),
      remove: (...names) => write(classes().filter((each) => !names.includes(each))),
      contains: (name) => classes().includes(name),
      toggle: (name, is = !classes().includes(name)) => (write(is ? [...classes(), name] : classes().filter((each) => each !== name)), is),
    };
  }
  above() {
    return this.parent ?? (this === document.documentElement ? window : null);
  }
  // tree
  get children() {
    return this.childNodes.filter((each) => each instanceof Element);
  }
  get parentElement() {
    return this.parent;
  }
  get nextElementSibling() {
    const beside = this.parent?.children ?? [];
    return beside[beside.indexOf(this) + 1] ?? null;
  }
  get isConnected() {
    return this === document.documentElement || Boolean(this.parent?.isConnected);
  }
  get textContent() {
    return this.childNodes.map((each) => each.textContent).join("");
  }
  set textContent(text) {
    this.replaceChildren(...(text === "" ? [] : [text]));
  }
  get firstChild() {
    return this.childNodes[0] ?? null;
  }
  append(...nodes) {
    this.#insert(this.childNodes.length, nodes);
  }
  prepend(...nodes) {
    this.#insert(0, nodes);
  }
  appendChild(node) {
    this.append(node);
    return node;
  }
  before(...nodes) {
    this.parent.#insert(this.parent.childNodes.indexOf(this), nodes);
  }
  after(...nodes) {
    this.parent.#insert(this.parent.childNodes.indexOf(this) + 1, nodes);
  }
  replaceWith(...nodes) {
    this.after(...nodes);
    this.remove();
  }
  #insert(at, nodes) {
    const made = nodes.map((each) => (each instanceof Element || each instanceof Text ? each : new Text(each)));
    for (const each of made) each.parent?.childNodes.splice(each.parent.childNodes.indexOf(each), 1);
    for (const each of made) each.parent = this;
    this.childNodes.splice(at, 0, ...made);
  }
  replaceChildren(...nodes) {
    for (const each of this.childNodes) each.parent = null;
    this.childNodes = [];
    this.append(...nodes);
  }
  remove() {
    if (!this.parent) return;
    this.parent.childNodes.splice(this.parent.childNodes.indexOf(this), 1);
    this.parent = null;
  }
  cloneNode(deep = false) {
    const made = new Element(this.localName, this.isPicture);
    for (const [name, value] of this.attributes) made.attributes.set(name, value);
    if (deep) made.append(...this.childNodes.map((each) => each.cloneNode(true)));
    return made;
  }
  contains(other) {
    for (let each = other; each; each = each.parent) if (each === this) return true;
    return false;
  }
  *everything() {
    for (const each of this.children) {
      yield each;
      yield* each.everything();
    }
  }
  // attributes
  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }
  setAttribute(name, value) {
    this.attributes.set(name, String(value));
  }
  hasAttribute(name) {
    return this.attributes.has(name);
  }
  removeAttribute(name) {
    this.attributes.delete(name);
  }
  toggleAttribute(name, is = !this.attributes.has(name)) {
    if (is) this.attributes.set(name, "");
    else this.attributes.delete(name);
    return is;
  }
  // controls
  get value() {
    if (this.localName === "select") return this.typed ?? this.#chosen()?.value ?? "";
    if (this.localName === "option") return this.typed ?? this.getAttribute("value") ?? this.textContent;
    if (this.localName === "textarea") return this.typed ?? this.textContent;
    return this.typed ?? this.getAttribute("value") ?? "";
  }
  set value(value) {
    this.typed = String(value);
  }
  #chosen() {
    const options = [...this.everything()].filter(({ localName }) => localName === "option");
    return options.find((each) => each.hasAttribute("selected")) ?? options[0];
  }
  get checked() {
    return this.ticked ?? this.hasAttribute("checked");
  }
  set checked(is) {
    this.ticked = Boolean(is);
  }
  get tabIndex() {
    return Number(this.getAttribute("tabindex") ?? (FOCUSABLE.has(this.localName) ? 0 : -1));
  }
  set tabIndex(number) {
    this.setAttribute("tabindex", number);
  }
  stepUp() {
    this.value = Number(this.value) + Number(this.getAttribute("step") ?? 1);
  }
  stepDown() {
    this.value = Number(this.value) - Number(this.getAttribute("step") ?? 1);
  }
  select() {
    this.isSelected = true;
  }
  // selectors
  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }
  querySelectorAll(selector) {
    return [...this.everything()].filter((each) => each.matches(selector));
  }
  matches(selector) {
    return selectors(selector).some((steps) => fits(this, steps));
  }
  closest(selector) {
    for (let each = this; each; each = each.parent) if (each.matches(selector)) return each;
    return null;
  }
  // what a hand does
  emit(type, properties = {}) {
    const event = new Happening(type, properties);
    this.dispatchEvent(event);
    return event;
  }
  click() {
    if (this.disabled) return null;
    const event = this.emit("click");
    const form = this.getAttribute("type") === "submit" && this.closest("form");
    if (form && !event.defaultPrevented) form.emit("submit");
    if (this.localName === "summary" && this.parent.localName === "details") {
      this.parent.open = !this.parent.open;
      this.parent.emit("toggle");
    }
    if (this.localName === "a" && this.hasAttribute("download")) browser.saved.push({ name: this.getAttribute("download"), url: this.href });
    return event;
  }
  focus() {
    if (!this.isConnected || this.disabled) return;
    if (!FOCUSABLE.has(this.localName) && !this.hasAttribute("tabindex")) return;
    const before = document.activeElement;
    if (before === this) return;
    if (before !== document.body) before.emit("focusout");
    document.focused = this;
    this.emit("focusin");
  }
  blur() {
    if (document.activeElement === this) document.focused = null;
  }
  showModal() {
    this.open = true;
    (this.querySelector("button, input, textarea, select") ?? this).focus();
  }
  close() {
    if (!this.open) return;
    this.open = false;
    this.emit("close");
  }
  releasePointerCapture(id) {
    this.released = id;
  }
  scrollIntoView(options) {
    browser.scrolled.push([this.id, options]);
  }
  getBoundingClientRect() {
    return browser.rectangles.get(this) ?? { left: 0, top: 0, bottom: 0, right: 0, width: 0, height: 0 };
  }
  get clientHeight() {
    return this.height ?? 0;
  }
  get offsetTop() {
    return this.offset ?? 0;
  }
  animate(frames, timing) {
    const done = new Promise((resolve) => browser.animations.push({ node: this, frames, timing, finish: resolve }));
    return { finished: done, cancel() {} };
  }
}

// attributes that are properties of the same name
for (const name of ["id", "href", "title", "type", "name", "lang", "role", "placeholder"]) {
  Object.defineProperty(Element.prototype, name, {
    get() { return this.getAttribute(name) ?? ""; },
    set(value) { this.setAttribute(name, value); },
  });
}
for (const name of ["hidden", "disabled", "open", "readonly", "selected"]) {
  Object.defineProperty(Element.prototype, name, {
    get() { return this.hasAttribute(name); },
    set(is) { this.toggleAttribute(name, Boolean(is)); },
  });
}
for (const name of ["ariaBusy", "ariaLabel", "ariaExpanded", "ariaPressed", "ariaCurrent"]) {
  Object.defineProperty(Element.prototype, name, {
    get() { return this.getAttribute(dashed(name)); },
    set(value) { this.setAttribute(dashed(name), value); },
  });
}
Object.defineProperty(Element.prototype, "className", {
  get() { return this.getAttribute("class") ?? ""; },
  set(value) { this.setAttribute("class", value); },
});

// --- selectors -------------------------------------------------------------------------------------

const PART = /(?<tag>^[\w-]+|^\*)|#(?<id>[\w-]+)|\.(?<class>[\w-]+)|\[(?<name>[\w-]+)(?:=(?:"(?<quoted>(?:\\.|[^"])*)"|'(?<single>[^']*)'|(?<plain>[^\]]*)))?\]|:not\((?<not>[^)]*)\)|:(?<state>[\w-]+)/gy;
const known = new Map();

/** A list of selectors; each is a list of [combinator, test], the last element first. */
function selectors(text) {
  if (!known.has(text)) known.set(text, split(text, ",").map(steps));
  return known.get(text);
}

function split(text, sign) {
  const parts = [""];
  let depth = 0;
  for (const letter of text) {
    if ("[(".includes(letter)) depth += 1;
    if ("])".includes(letter)) depth -= 1;
    if (letter === sign && !depth) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts.map((each) => each.trim()).filter(Boolean);
}

function steps(text) {
  const found = [];
  let combinator = " ";
  for (const word of split(text.replaceAll(">", " > ").trim(), " ")) {
    if (word === ">") combinator = ">";
    else {
      found.push([combinator, compound(word)]);
      combinator = " ";
    }
  }
  return found.reverse();
}

function compound(word) {
  const tests = [];
  PART.lastIndex = 0;
  while (PART.lastIndex < word.length) {
    const at = PART.lastIndex;
    const part = PART.exec(word)?.groups;
    if (!part) throw new Error(`document.mjs does not know the selector ${word.slice(at)}`);
    const wanted = part.quoted?.replace(/\\(.)/g, "$1") ?? part.single ?? part.plain;
    if (part.tag) tests.push((node) => part.tag === "*" || node.localName === part.tag);
    else if (part.id) tests.push((node) => node.id === part.id);
    else if (part.class) tests.push((node) => node.classList.contains(part.class));
    else if (part.name) tests.push((node) => (wanted === undefined ? node.hasAttribute(part.name) : node.getAttribute(part.name) === wanted));
    else if (part.not) tests.push((node) => !node.matches(part.not));
    else tests.push(STATES[part.state] ?? unknown(part.state));
  }
  return (node) => tests.every((test) => test(node));
}

const STATES = {
  "first-child": (node) => node.parent?.children[0] === node,
  "last-child": (node) => node.parent?.children.at(-1) === node,
  "focus-visible": (node) => document.activeElement === node && !node.isPointed,
  focus: (node) => document.activeElement === node,
  checked: (node) => node.checked,
  disabled: (node) => node.disabled,
};

function unknown(state) {
  throw new Error(`document.mjs does not know the selector :${state}`);
}

function fits(node, [[combinator, test], ...rest]) {
  if (!test(node)) return false;
  if (!rest.length) return true;
  for (let each = node.parent; each; each = combinator === ">" ? null : each.parent) {
    if (fits(each, rest)) return true;
  }
  return false;
}

// --- parsing ---------------------------------------------------------------------------------------

const ENTITIES = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
const plain = (text) => text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (all, number, hex, name) => (number ? String.fromCodePoint(number) : hex ? String.fromCodePoint(Number.parseInt(hex, 16)) : ENTITIES[name] ?? all));
const EMPTY = new Set(["meta", "link", "img", "input", "br", "progress/"]);

/** The first element of a text of XML, or of a page, whose empty elements need no end. */
export function parse(text, isPicture) {
  const top = new Element("top", isPicture);
  let open = top;
  const tags = /<!--[\s\S]*?-->|<![^>]*>|<\?[^>]*\?>|<(?<end>\/)?(?<tag>[\w:-]+)(?<rest>(?:"[^"]*"|'[^']*'|[^"'>])*?)(?<closed>\/)?>|(?<text>[^<]+)/g;
  for (const { groups } of text.matchAll(tags)) {
    if (groups.text !== undefined) open.append(plain(groups.text));
    else if (groups.end) open = open.parent ?? top;
    else if (groups.tag) {
      const node = new Element(groups.tag, isPicture);
      for (const [, name, double, single] of groups.rest.matchAll(/([\w:-]+)(?:=(?:"([^"]*)"|'([^']*)'))?/g)) node.setAttribute(name, plain(double ?? single ?? ""));
      open.append(node);
      if (!groups.closed && !(!isPicture && EMPTY.has(node.localName))) open = node;
    }
  }
  return top.children[0];
}

class DOMParser {
  parseFromString(text, type) {
    const found = type === "image/svg+xml" ? parse(text, true) : null;
    if (found) found.parent = null;
    return { documentElement: found ?? new Element("parsererror", true) };
  }
}

// --- the document ----------------------------------------------------------------------------------

export const document = {
  documentElement: null,
  focused: null,
  title: "",
  createElement: (tag) => new Element(tag),
  createElementNS: (_, tag) => new Element(tag, true),
  createTextNode: (text) => new Text(text),
  importNode: (node, deep) => node.cloneNode(deep),
  getElementById: (id) => document.documentElement.querySelector(`[id="${id}"]`),
  querySelector: (selector) => document.documentElement.querySelector(selector),
  querySelectorAll: (selector) => document.documentElement.querySelectorAll(selector),
  elementFromPoint: () => browser.pointed[0] ?? null,
  elementsFromPoint: () => browser.pointed,
  execCommand: (name) => {
    const box = [...document.documentElement.everything()].findLast(({ isSelected }) => isSelected);
    if (name !== "copy" || !browser.copies || !box) return false;
    browser.clipboard.text = box.value;
    return true;
  },
  addEventListener: (...rest) => window.addEventListener(...rest),
  removeEventListener: (...rest) => window.removeEventListener(...rest),
  get body() {
    return document.documentElement.querySelector("body");
  },
  get head() {
    return document.documentElement.querySelector("head");
  },
  get activeElement() {
    return document.focused?.isConnected ? document.focused : document.body;
  },
};

const denied = () => {
  if (browser.isStorageDenied) throw new Error("no storage");
};

/** Make the names of a browser global, around a page. */
export function openBrowser(html, { address = "http://localhost/", languages = ["en-GB"] } = {}) {
  document.documentElement = parse(html, false);
  document.documentElement.parent = null;
  const location = { href: address, get hash() { return this.href.includes("#") ? this.href.slice(this.href.indexOf("#")) : ""; }, get protocol() { return this.href.split(":")[0] + ":"; }, get origin() { return this.href.split("/").slice(0, 3).join("/"); }, get pathname() { return "/"; }, get search() { return ""; } };
  const give = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  const go = (how, url, state) => {
    browser.addresses.push([how, url]);
    globalThis.history.state = state;
    location.href = location.href.split("#")[0] + url;
  };
  const names = {
    document, location, DOMParser, Element, Node: Element,
    addEventListener: (...rest) => window.addEventListener(...rest),
    removeEventListener: (...rest) => window.removeEventListener(...rest),
    dispatchEvent: (event) => window.dispatchEvent(event),
    Event: Happening,
    CustomEvent: Happening,
    CSS: { escape: (text) => text.replace(/["\\]/g, "\\$&") },
    innerWidth: 1280,
    innerHeight: 900,
    matchMedia: (query) => ({ matches: Boolean(browser.media[query]), addEventListener() {} }),
    requestAnimationFrame: (task) => setTimeout(task, 0),
    history: {
      state: null,
      replaceState: (state, _title, url) => go("replace", url, state),
      pushState: (state, _title, url) => go("push", url, state),
    },
    localStorage: {
      getItem: (key) => (denied(), browser.storage.get(key) ?? null),
      setItem: (key, value) => (denied(), browser.storage.set(key, String(value))),
      removeItem: (key) => (denied(), browser.storage.delete(key)),
    },
    navigator: {
      languages,
      language: languages[0],
      clipboard: {
        writeText: async (text) => {
          if (browser.clipboard.denied) throw new Error("denied");
          browser.clipboard.text = text;
        },
      },
    },
  };
  for (const [name, value] of Object.entries(names)) give(name, value);
  give("window", globalThis);
  return location;
}
