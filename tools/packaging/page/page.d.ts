// What the browser's own types leave open: elements that a selector finds, and the library in the page.

interface Element {
  readonly dataset: DOMStringMap;
  focus(options?: FocusOptions): void;
  getCTM(): DOMMatrix;
  value: string;
  href: string;
}

interface EventTarget {
  readonly dataset: DOMStringMap;
  readonly classList: DOMTokenList;
  releasePointerCapture(pointer: number): void;
  matches(selector: string): boolean;
  closest(selector: string): Element | null;
}

interface Window {
  tikal: { ask(request: string): Promise<string>; ready: Promise<unknown>; carrier: string; hosted?: boolean };
}

interface WindowEventMap {
  "tikal-progress": CustomEvent;
  "tikal-notice": CustomEvent;
  "tikal-changed": CustomEvent;
}

declare module "*/pyodide.mjs" {
  export const loadPyodide: (options?: object) => Promise<any>;
}

/** What the bridge answers, in the words of docs/reference/bridge.md. */
type Answer = any;

interface Table {
  about: Answer;
  view: Answer;
  mode: "play" | "edit";
  cell: string | null;
  actions: Answer[];
  selection: Answer;
  targets: Record<string, Answer>;
  rotation: number;
  aim: string | null;
  opinion: Answer;
  pictures: Map<string, string>;
  whole: boolean;
  edit: Answer;
  shown: Answer;
  glide: Answer;
  id: string | null;
  bots: { seats: Record<number, string>; seconds: number; halted: boolean };
  repairs: Answer;
  lines: Answer[];
}
