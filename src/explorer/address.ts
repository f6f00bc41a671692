// The address of a page contains its complete state: tool, tab, inputs and marks. It follows the #, so inputs are not
// sent to a server.
import { signal } from "@preact/signals";
import { isRecord, jsonOr } from "../json/objects.js";
import { writeInput } from "./inputs.js";

export interface Address {
  /** Empty on the first page. */
  readonly tool: string;
  readonly tab: string;
  /** Names and texts of inputs, as written in the address. */
  readonly inputs: readonly (readonly [name: string, text: string])[];
  /** Other choices of a tab, under names that no input can have. */
  readonly marks: Readonly<Record<string, string>>;
}

/** Prefix of marks. No input name begins with it. */
const MARK = "@";
const WHOLE = `${MARK}input`;
export const ANSWER = "answer";

function parseAddress(hash: string): Address {
  const [path = "", ...rest] = hash.replace(/^#\/?/, "").split("?");
  const [tool = "", tab = ANSWER] = path.split("/").map(decoded);
  const pairs = [...new URLSearchParams(rest.join("?"))];
  // Links of printed sheets contain the input as JSON.
  const whole = jsonOr(pairs.find(([name]) => name === WHOLE)?.[1] ?? "");
  return {
    tool,
    tab: tab === "" ? ANSWER : tab,
    inputs: [
      ...(isRecord(whole) ? writeInput(whole) : []),
      ...pairs.filter(([name]) => !name.startsWith(MARK)),
    ],
    marks: Object.fromEntries(
      pairs.flatMap(([name, text]) =>
        name.startsWith(MARK) && name !== WHOLE ? [[name.slice(1), text]] : [],
      ),
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

/** Returns a link to the line of a step in the Definition tab. */
export function definitionPlace(at: string): string {
  const [file = "", line = ""] = at.split(":");
  const { marks, ...here } = address.value;
  return hashOf({ ...here, tab: "definition", marks: { ...marks, file, line } });
}

export const address = signal<Address>(parseAddress(location.hash));

/** Updates the browser's address bar after a pause, because browsers limit such updates. */
let waiting: ReturnType<typeof setTimeout> | undefined;
/** The last address bar content that this page set. If it differs, the user pressed Back. */
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

/** Opens another page as a new entry of the history. */
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
