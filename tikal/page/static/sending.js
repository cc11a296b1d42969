// A verdict on its way to others: link, text, picture, and the share sheet of the system.

import { button, copy, el, save } from "./dom.js";
import { ask, complain, isHosted, verdictFields } from "./state.js";
import { t } from "./words.js";

const SHARPNESS = 2; // pixels of a picture for each of the page

/** The address of the page with another fragment. */
export const linkTo = (fragment) => `${location.href.split("#")[0]}#${fragment}`;

async function written(opinion, format) {
  const answer = await ask("export", { ...verdictFields(opinion), format });
  if (!answer.ok) complain(answer);
  return answer.text ?? null;
}

const linkOf = async (opinion) => linkTo(await written(opinion, "link"));
const textOf = async (opinion) =>
  [await written(opinion, "verdict"), ...(isHosted() ? [] : [await linkOf(opinion)]), ""].join("\n");

/** A picture in SVG as PNG. */
export async function toPng(svg) {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * SHARPNESS;
    canvas.height = image.naturalHeight * SHARPNESS;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Copy a picture; where the browser does not allow it, it is saved as a file. */
async function copyPicture(svg) {
  const png = svg.then(toPng);
  try {
    // a promise, because some browsers allow it only in the very moment of the press
    await navigator.clipboard.write([new ClipboardItem({ "image/png": png })]);
    return "save.copied";
  } catch {
    save("verdict.png", await png, "image/png");
    return "verdict.saved";
  }
}

async function share(opinion) {
  const file = new File([await toPng(await written(opinion, "verdict-svg"))], "verdict.png", {
    type: "image/png",
  });
  const data = {
    title: t("verdict.label"),
    text: await written(opinion, "verdict"),
    ...(isHosted() ? {} : { url: await linkOf(opinion) }),
  };
  const whole = { ...data, files: [file] };
  try {
    await navigator.share(navigator.canShare?.(whole) ? whole : data);
  } catch {
    // it was called off
  }
  return null;
}

/** The buttons that send a verdict. */
export function sending(opinion) {
  const done = el("p", { class: "hint", role: "status" });
  const after = (work) => async () => {
    done.textContent = "";
    const key = await work();
    if (key) done.textContent = t(key);
  };
  const copied = (text) => async () =>
    (await copy(await text(opinion))) ? "save.copied" : "save.not-copied";
  const picture = async () => copyPicture(written(opinion, "verdict-svg"));
  const drawing = async () => {
    save("verdict.svg", await written(opinion, "verdict-svg"), "image/svg+xml");
    return "verdict.saved";
  };
  return el(
    "div",
    { class: "part sending" },
    el("h3", {}, t("verdict.send")),
    el(
      "div",
      { class: "row", role: "group", "aria-label": t("verdict.send") },
      "share" in navigator
        ? button(
            t("verdict.share"),
            after(() => share(opinion)),
            { class: "main", icon: "open", key: "share-verdict" },
          )
        : null,
      isHosted()
        ? null
        : button(t("verdict.link"), after(copied(linkOf)), { icon: "link", key: "copy-link" }),
      button(t("verdict.text"), after(copied(textOf)), { icon: "copy", key: "copy-text" }),
      button(t("verdict.picture"), after(picture), { icon: "image", key: "copy-picture" }),
      button("SVG", after(drawing), { icon: "save", key: "save-svg" }),
    ),
    done,
  );
}
