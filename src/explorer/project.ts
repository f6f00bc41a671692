// Project details for the sheet. They are stored in this browser, and in the link only on request.
import { computed, signal } from "@preact/signals";
import { PROJECT } from "../pages/sheet/options.js";
import { address } from "./address.js";
import { setMark } from "./state.js";

type Project = Partial<Record<keyof typeof PROJECT, string>>;
const KEPT = "plumbline-project";
/** Characters. As long as a cell of the sheet can show. */
export const LONGEST = 120;

const kept = signal<Project>(read(storedText()));

/** A private window may refuse access to storage. */
function storedText(): string {
  try {
    return localStorage.getItem(KEPT) ?? "";
  } catch {
    return "";
  }
}

function read(text: string): Project {
  const given = new URLSearchParams(text);
  return Object.fromEntries(
    Object.keys(PROJECT).flatMap((name) => {
      const value = given.get(name)?.slice(0, LONGEST);
      return value === undefined || value === "" ? [] : [[name, value]];
    }),
  );
}

function written(project: Project): string {
  return new URLSearchParams(project as Record<string, string>).toString();
}

export const isInLink = computed(() => (address.value.marks.project ?? "") !== "");
/** The details in the link, or those in storage. The member belongs to one calculation, so the link has it. */
export const project = computed<Project>(() => {
  const { project: linked = "", member = "" } = address.value.marks;
  const found = isInLink.value ? read(linked) : kept.value;
  return member === "" ? found : { ...found, member: member.slice(0, LONGEST) };
});

export function setProject(name: keyof typeof PROJECT, value: string): void {
  if (name === "member") {
    setMark(name, value);
    return;
  }
  const { [name]: _, member: __, ...others } = project.value;
  kept.value = value === "" ? others : { ...others, [name]: value };
  try {
    localStorage.setItem(KEPT, written(kept.value));
  } catch {
    // Without storage, the details last until the page is closed.
  }
  if (isInLink.value) setMark("project", written(kept.value));
}

export function includeInLink(isWanted: boolean): void {
  const { member: _, ...others } = project.value;
  if (isWanted) setMark("project", written(others));
  else {
    kept.value = others;
    setMark("project", "");
  }
}
