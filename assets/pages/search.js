// The search page of the rule book: looks through the index that stands beside it and lists what fits, best first.
const SHOWN = 100;
const { pages, entries } = globalThis.ruleBook;
const box = document.getElementById("wanted");
const found = document.getElementById("found");
const hits = document.getElementById("hits");

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A number is found as a whole: 1.5 is not in 1.54, and Art. 1 not in Art. 12. */
function pattern(text) {
  const before = /^\d/.test(text) ? "(?<![\\d.,])" : "";
  const after = /\d$/.test(text) ? "(?![\\d]|[.,]\\d)" : "";
  return new RegExp(before + escaped(text).replace(/\s+/g, "\\s+") + after, "i");
}

/** 0 where it does not fit; more where it fits better. */
function fit(label, text, title, whole, words) {
  if (label.toLowerCase() === whole.text) return 5;
  if (whole.pattern.test(label)) return 4;
  if (whole.pattern.test(text)) return 3;
  const all = `${label} ${text}`;
  if (words.every((word) => word.test(all))) return 2;
  return words.every((word) => word.test(`${title} ${all}`)) ? 1 : 0;
}

function part(text, { pattern: wanted }) {
  const at = text.search(wanted);
  const from = at < 0 ? 0 : Math.max(0, at - 60);
  const piece = text.slice(from, from + 180);
  return (from > 0 ? "… " : "") + piece + (from + 180 < text.length ? " …" : "");
}

function show() {
  const text = box.value.trim().toLowerCase();
  hits.replaceChildren();
  found.textContent = "";
  if (text === "") return;
  const whole = { text, pattern: pattern(text) };
  const words = text.split(/\s+/).map(pattern);
  const all = [
    ...pages.map(([path, title, kind], at) => ({ at, anchor: "top", label: title, text: `${kind} ${path}`, kind, page: 1 })),
    ...entries.map(([at, anchor, label, more]) => ({ at, anchor, label, text: more, page: 0 })),
  ];
  const fitting = [];
  for (const each of all) {
    const score = fit(each.label, `${each.anchor.replaceAll("_", " ")} · ${each.text}`, pages[each.at][1], whole, words);
    if (score > 0) fitting.push({ ...each, score: score + each.page / 2 });
  }
  fitting.sort((a, b) => b.score - a.score);
  found.textContent =
    fitting.length === 0
      ? "No results."
      : fitting.length > SHOWN
        ? `${fitting.length} results; the best ${SHOWN} are listed.`
        : `${fitting.length} ${fitting.length === 1 ? "result" : "results"}`;
  for (const { at, anchor, label, text: more, kind } of fitting.slice(0, SHOWN)) {
    const [path, title] = pages[at];
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = anchor === "top" ? path : `${path}#${anchor}`;
    link.textContent = label.charAt(0).toUpperCase() + label.slice(1);
    const where = document.createElement("span");
    where.className = "soft";
    where.textContent = kind ?? (label === title ? pages[at][2] : title);
    item.append(link, " ", where);
    if (kind === undefined && more !== "") {
      const said = document.createElement("p");
      said.textContent = part(more, whole);
      item.append(said);
    }
    hits.append(item);
  }
}

box.value = new URLSearchParams(location.search).get("q") ?? "";
let waiting;
box.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    history.replaceState(null, "", `?q=${encodeURIComponent(box.value)}`);
    show();
  }, 120);
});
box.form.addEventListener("submit", (event) => {
  event.preventDefault();
  show();
});
show();
