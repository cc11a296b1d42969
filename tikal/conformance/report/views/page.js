"use strict";
(() => {
  const form = document.getElementById("filters");
  const shown = document.getElementById("shown");
  const search = document.getElementById("search");
  const words = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);

  // What can be found by searching: everything but the words inside pictures.
  function textOf(element) {
    const outside = {
      acceptNode: (node) =>
        node.nodeName.toLowerCase() === "svg" ? NodeFilter.FILTER_REJECT
        : node.nodeType === Node.TEXT_NODE ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP,
    };
    const kinds = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT;
    const walker = document.createTreeWalker(element, kinds, outside);
    const parts = [element.id];
    while (walker.nextNode()) parts.push(walker.currentNode.data);
    return parts.join(" ").toLowerCase();
  }

  const entries = [...document.querySelectorAll(".entry")].map((element) => ({
    element,
    details: element.querySelector("details"),
    chapters: words(element.dataset.chapters),
    cells: words(element.dataset.cells).map((cell) => cell.split(":")),
    text: null,
  }));

  function isWanted(entry, wanted) {
    if (wanted.chapter && !entry.chapters.includes(wanted.chapter)) return false;
    const fits = ([edition, outcome]) =>
      (!wanted.edition || edition === wanted.edition) && (!wanted.outcome || outcome === wanted.outcome);
    if ((wanted.edition || wanted.outcome) && !entry.cells.some(fits)) return false;
    if (!wanted.words.length) return true;
    entry.text ??= textOf(entry.element);
    return wanted.words.every((word) => entry.text.includes(word));
  }

  // A heading stays only while something under it is shown.
  function hideEmptyChapters() {
    for (const heading of document.querySelectorAll("h2.chapter")) {
      let next = heading.nextElementSibling;
      let any = false;
      for (; next && next.matches(".entry") && !any; next = next.nextElementSibling) any = !next.hidden;
      heading.hidden = !any;
    }
  }

  function apply() {
    const wanted = {
      words: words(search.value),
      chapter: form.elements.chapter.value,
      edition: form.elements.edition.value,
      outcome: form.elements.outcome.value,
    };
    let count = 0;
    for (const entry of entries) {
      const wish = isWanted(entry, wanted);
      entry.element.hidden = !wish;
      count += wish;
    }
    hideEmptyChapters();
    const total = entries.length + Number(shown.dataset.leftOut);
    const [some, all] = [count, total].map((number) => number.toLocaleString("en"));
    shown.textContent = count < total ? `${some} of ${all} shown` : "";
  }

  // Open whatever the address points to, even if it is filtered away or folded up.
  function reveal() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    if (target.closest("[hidden]")) {
      form.reset();
      apply();
    }
    for (let up = target; up; up = up.parentElement) if (up.matches("details")) up.open = true;
    if (target.matches("article")) target.querySelector("details").open = true;
    target.scrollIntoView({ behavior: "instant" });
  }

  function openAll(wish) {
    for (const entry of entries) if (!entry.element.hidden) entry.details.open = wish;
  }

  document.documentElement.classList.add("js");
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(apply));
  document.getElementById("open").addEventListener("click", () => openAll(true));
  document.getElementById("close").addEventListener("click", () => openAll(false));
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (link && link.hash === location.hash) reveal();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.target.matches("input, select, textarea")) {
      event.preventDefault();
      search.focus();
    }
  });
  window.addEventListener("hashchange", reveal);
  apply();
  reveal();
})();
