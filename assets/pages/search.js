// The page that lists what the search finds: as it is typed, and Enter opens the first.
const SHOWN = 100;
const box = document.getElementById("site-search");
const found = document.getElementById("found");
const hits = document.getElementById("hits");
/** Where tools are opened; undefined in a folder of pages. */
const { tools } = box.form.dataset;

/** Returns the piece of a text around the query, or around its first word. */
function part(text) {
  const [small, typed] = [text.toLowerCase(), box.value.trim().toLowerCase()];
  const at = [typed, typed.split(" ")[0]].map((words) => small.indexOf(words)).find((place) => place >= 0) ?? 0;
  const from = Math.max(0, at - 60);
  const piece = text.slice(from, from + 180);
  return (from > 0 ? "… " : "") + piece + (from + 180 < text.length ? " …" : "");
}

function made(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

function item({ path, anchor, label, where, text, isPage }) {
  const place = anchor === "top" ? path : `${path}#${anchor}`;
  const isTool = isPage && where === "tool" && tools !== undefined;
  const href = isTool ? `${tools}${path.replace(/^.*\/|\.html$/g, "")}` : place;
  const link = made("a", { href }, label.charAt(0).toUpperCase() + label.slice(1));
  const element = made("li", {}, link, " ", made("span", { className: "soft" }, where));
  if (isTool) element.append(" ", made("a", { href: place, className: "rules-of" }, "Rules and sources"));
  if (text !== "") element.append(made("p", {}, part(text)));
  return element;
}

function show() {
  const all = globalThis.findInRules(box.value);
  const count = all.length > SHOWN ? `${all.length} results; the best ${SHOWN} are listed.` : `${all.length} ${all.length === 1 ? "result" : "results"}`;
  found.textContent = box.value.trim() === "" ? "" : all.length === 0 ? "No results." : count;
  hits.replaceChildren(...all.slice(0, SHOWN).map(item));
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
  clearTimeout(waiting);
  show();
  hits.querySelector("a")?.click();
});
box.focus();
show();
