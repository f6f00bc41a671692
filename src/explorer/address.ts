// The address of a page holds all that is on it: tool, tab, inputs, and marks such as the definition that it was made
// with. It stands behind the #, so what somebody fills in is not sent to any server.
import { signal } from "@preact/signals";

export interface Address {
  /** Empty for the first page. */
  readonly tool: string;
  readonly tab: string;
  /** Names and texts of inputs, as they stand in the address. */
  readonly inputs: readonly (readonly [name: string, text: string])[];
  /** What else a tab has chosen, by names that no input has. */
  readonly marks: Readonly<Record<string, string>>;
}

/** Before the name of a mark: no input begins with it. */
const MARK = "@";
export const ANSWER = "answer";

function parseAddress(hash: string): Address {
  const [path = "", ...rest] = hash.replace(/^#\/?/, "").split("?");
  const [tool = "", tab = ANSWER] = path.split("/").map(decoded);
  const pairs = [...new URLSearchParams(rest.join("?"))];
  return {
    tool,
    tab: tab === "" ? ANSWER : tab,
    inputs: pairs.filter(([name]) => !name.startsWith(MARK)),
    marks: Object.fromEntries(
      pairs.flatMap(([name, text]) => (name.startsWith(MARK) ? [[name.slice(1), text]] : [])),
    ),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function hashOf({ tool, tab, inputs, marks }: Address): string {
  if (tool === "") return "#/";
  const query = new URLSearchParams(inputs.map(([name, text]) => [name, text]));
  for (const [name, text] of Object.entries(marks)) if (text !== "") query.append(`${MARK}${name}`, text);
  const path = [tool, ...(tab === ANSWER ? [] : [tab])].map(encodeURIComponent).join("/");
  return `#/${path}${query.size === 0 ? "" : `?${query}`}`;
}

/** The place of a step in the tab that shows the definition. */
export function definitionPlace(at: string): string {
  const [file = "", line = ""] = at.split(":");
  const { marks, ...here } = address.value;
  return hashOf({ ...here, tab: "definition", marks: { ...marks, file, line } });
}

export const address = signal<Address>(parseAddress(location.hash));

/** What the address says in words, at once and in the browser's bar a moment later: bars do not like every key. */
let waiting: ReturnType<typeof setTimeout> | undefined;
/** The browser's bar as it was left: where it differs, somebody has pressed Back and the page hears of it next. */
let shown = location.hash;

function show(hash: string): void {
  history.replaceState(null, "", hash);
  shown = location.hash;
}

export function changeAddress(change: Partial<Address>): void {
  address.value = { ...address.value, ...change };
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    if (location.hash === shown) show(hashOf(address.value));
  }, 200);
}

/** Another page, which the browser's back button leaves again. */
export function goTo(next: Address): void {
  clearTimeout(waiting);
  show(hashOf(address.value));
  location.hash = hashOf(next);
  shown = location.hash;
}

addEventListener("hashchange", () => {
  clearTimeout(waiting);
  shown = location.hash;
  const next = parseAddress(location.hash);
  if (next.tool !== address.value.tool) scrollTo(0, 0);
  address.value = next;
});
