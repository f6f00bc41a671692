// The tables: keys with this month's use of each, and plans.
import { limit, make, monthName, number, time } from "/dashboard/dom.js";

const COLUMNS = ["Name and id", "Plan", "Status", "This month", "Created", "Expires", "Last used", "Actions"];

/** Whether a key has every word in something that it is shown with. */
export function fits(key, words) {
  const text = [key.name, key.id, key.plan, key.interface, key.status].join(" ").toLowerCase();
  return words.every((word) => text.includes(word));
}

/** Keys as rows; on a narrow window each row is a card, so roles are written out. */
export function keyTable(keys, act) {
  const head = make("tr", { role: "row" }, ...COLUMNS.map((name) => make("th", { scope: "col", role: "columnheader" }, name)));
  const rows = keys.map((key) => keyRow(key, act));
  return make(
    "table",
    { class: "keys", role: "table", "aria-labelledby": "keys-title" },
    make("thead", { role: "rowgroup" }, head),
    make("tbody", { role: "rowgroup" }, ...rows),
  );
}

function keyRow(key, act) {
  const contents = [
    [make("span", { class: "name" }, key.name), make("code", {}, key.id)],
    [make("span", {}, key.plan, make("span", { class: "under" }, key.interface))],
    [status(key)],
    [usage(key)],
    [time(key.created)],
    [time(key.expires)],
    [time(key.last_used, true)],
    [actions(key, act)],
  ];
  const cells = contents.map((children, at) =>
    make(at === 0 ? "th" : "td", { role: at === 0 ? "rowheader" : "cell", "data-label": COLUMNS[at], ...(at === 0 ? { scope: "row" } : {}) }, ...children),
  );
  return make("tr", { role: "row", "data-id": key.id, "data-status": key.status }, ...cells);
}

function status(key) {
  const shown = make("span", {}, make("span", { class: `badge ${key.status}` }, key.status));
  if (key.overlap_until !== null && key.status === "active")
    shown.append(make("span", { class: "under" }, "old secret until ", time(key.overlap_until, true)));
  if (key.revoked !== null) shown.append(make("span", { class: "under" }, time(key.revoked, true)));
  return shown;
}

/** Calls of the month as a bar and in words. */
function usage({ name, calls, limits: { calls_per_month: most } }) {
  if (most === null) return make("span", { class: "use" }, `${number(calls)}, unlimited`);
  const words = `${number(calls)} of ${number(most)}`;
  const share = Math.min(1, calls / most);
  const fill = make("span");
  fill.style.width = `${share * 100}%`;
  const bar = make(
    "span",
    {
      // The bar warns from four fifths on: someone should know before the month is used up.
      class: `meter ${share >= 1 ? "full" : share >= 0.8 ? "high" : ""}`,
      role: "meter",
      "aria-valuemin": 0,
      "aria-valuemax": most,
      "aria-valuenow": Math.min(calls, most),
      "aria-valuetext": words,
      "aria-label": `Calls of ${name} this month`,
    },
    fill,
  );
  return make("span", { class: "use" }, bar, make("span", {}, words));
}

function actions(key, act) {
  if (key.status === "revoked") return make("span", { class: "none" }, "none");
  const button = (action, label) => {
    const made = make("button", { type: "button", "data-action": action, "aria-label": `${label} ${key.name}` }, label);
    made.addEventListener("click", () => act[action](key));
    return made;
  };
  const all = key.status === "active" ? [button("rotate", "Rotate")] : [];
  return make("span", { class: "row" }, ...all, button("revoke", "Revoke"));
}

/** This month in three numbers. */
export function totals({ month, keys, visitors }) {
  const active = keys.filter((key) => key.status === "active").length;
  const calls = keys.reduce((sum, key) => sum + key.calls, 0);
  const shown = [
    ["Active keys", number(active)],
    [`Calls with a key, ${monthName(month)}`, number(calls)],
    [`Calls without a key, ${monthName(month)}`, number(visitors)],
  ];
  return shown.map(([term, value]) => make("div", {}, make("dt", {}, term), make("dd", {}, value)));
}

/** The faces of the service, each with its plans. */
export function faces({ other_interfaces: others, ...main }) {
  return [{ interface: "main", ...main }, ...others];
}

export const span = (plan) => ("requests_per_hour" in plan ? "hour" : "minute");
export const requestsOf = (plan) => plan[`requests_per_${span(plan)}`];

/** What a plan allows, as one sentence. */
export function allowance(plan) {
  const requests = requestsOf(plan);
  if (requests === null && plan.calls_per_month === null) return "Unlimited.";
  const an = span(plan) === "hour" ? "an" : "a";
  return `${limit(requests)} requests ${an} ${span(plan)}, ${limit(plan.calls_per_month)} calls a month.`;
}

export function planTables(plans) {
  return faces(plans).flatMap((face, at) => {
    const columns = ["Plan", "Requests", "Calls a month", "Price a month", "MCP", "Support"];
    const rows = face.plans.map((plan) => {
      const price = plan.price_per_month === null ? "not listed" : `${number(plan.price_per_month)} ${plans.currency}`;
      const requests = requestsOf(plan);
      const cells = [
        `${plan.title}${plan.custom ? " (own limits)" : ""}`,
        requests === null ? "unlimited" : `${number(requests)} ${span(plan) === "hour" ? "an hour" : "a minute"}`,
        limit(plan.calls_per_month),
        price,
        plan.mcp ? "yes" : "no",
        plan.support,
      ];
      return make(
        "tr",
        {},
        ...cells.map((cell, column) => (column === 0 ? make("th", { scope: "row" }, cell) : make("td", {}, cell))),
      );
    });
    const keyless = face.keyless_plan === null ? "Every caller needs a key." : `Without a key: ${face.keyless_plan}.`;
    const title = make("h3", { id: `face-${at}` }, face.title);
    const note = make("p", { class: "note" }, "Header ", make("code", {}, face.header), `. ${keyless}`);
    const table = make(
      "table",
      { "aria-labelledby": `face-${at}` },
      make("thead", {}, make("tr", {}, ...columns.map((name) => make("th", { scope: "col" }, name)))),
      make("tbody", {}, ...rows),
    );
    // Scrolls inside its own region, which the keyboard reaches.
    return [title, note, make("div", { class: "scroll", role: "region", tabindex: 0, "aria-labelledby": `face-${at}` }, table)];
  });
}
