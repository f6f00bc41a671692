// Elements, numbers and times. Text only ever becomes text: nothing here reads markup.

export const byId = (id) => document.getElementById(id);

/** An element with attributes and children; strings become text. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** Thousands apart as on the other pages: from five digits on, with a narrow space. */
export function number(value) {
  const digits = String(value);
  return digits.length > 4 ? digits.replace(/\B(?=(\d{3})+$)/g, "\u202F") : digits;
}

/** A limit in words; null is none. */
export const limit = (value) => (value === null ? "unlimited" : number(value));

const days = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", day: "numeric", month: "short", year: "numeric" });
const minutes = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", hour: "2-digit", minute: "2-digit" });

/** A moment as its day, and its minute where that matters; the exact time stands in the title. */
export function time(iso, precise = false) {
  if (iso === null) return make("span", { class: "none" }, "never");
  const at = new Date(iso);
  const day = days.format(at);
  return make("time", { datetime: iso, title: iso }, precise ? `${day}, ${minutes.format(at)}` : day);
}

/** `2026-11` as November 2026. */
export function monthName(month) {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", month: "long", year: "numeric" });
  return format.format(new Date(`${month}-01T00:00:00Z`));
}
