// The dashboard: signs in, reads keys, usage and plans, and draws them.
import { call, Failure, held, hold, letGo, sendable } from "/dashboard/api.js";
import { dialogs, focusOn } from "/dashboard/dialogs.js";
import { byId } from "/dashboard/dom.js";
import { fits, keyTable, planTables, totals } from "/dashboard/keys.js";

/** Rows that are drawn before someone asks for more. */
const PAGE = 100;

let overview = { month: "", keys: [], visitors: 0 };
let plans;
let rows = PAGE;

const desk = dialogs({
  plans: () => plans,
  changed: (words) =>
    trying(async () => {
      await refresh();
      say(words);
    }),
  signedOut: (error) => signOut(error.message),
});

function say(words) {
  byId("failed").textContent = "";
  byId("said").textContent = words;
}

function tellFailure(words) {
  byId("said").textContent = "";
  byId("failed").textContent = words;
}

async function read(token) {
  [overview, plans] = await Promise.all([call("GET", "/v1/admin/usage", undefined, token), call("GET", "/v1/plans", undefined, null)]);
}

/** Reads everything again; the place of the keyboard is kept. */
async function refresh() {
  await read(held());
  draw();
}

function draw() {
  const at = document.activeElement?.closest?.("tr[data-id]")?.dataset.id;
  const action = document.activeElement?.dataset?.action;
  byId("totals").replaceChildren(...totals(overview));
  byId("plans").replaceChildren(...planTables(plans));
  drawKeys();
  if (at !== undefined && action !== undefined) focusOn(at, action);
}

function drawKeys() {
  const words = byId("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
  // Newest first: the key just made is the one that is looked for.
  const found = overview.keys.filter((key) => fits(key, words)).reverse();
  const all = overview.keys.length;
  const count = found.length === all ? `${all} ${all === 1 ? "key" : "keys"}.` : `${found.length} of ${all} keys.`;
  byId("shown").textContent = all === 0 ? "There are no keys yet. Create the first one." : count;
  byId("keys").replaceChildren(...(found.length === 0 ? [] : [keyTable(found.slice(0, rows), desk)]));
  byId("more").hidden = found.length <= rows;
}

function show(signedIn) {
  byId("door").hidden = signedIn;
  byId("desk").hidden = !signedIn;
  byId("session").hidden = !signedIn;
}

function signOut(words = "") {
  letGo();
  overview = { month: "", keys: [], visitors: 0 };
  rows = PAGE;
  // Nothing that was read stays behind in the page.
  for (const id of ["totals", "keys", "plans"]) byId(id).replaceChildren();
  byId("filter").value = "";
  show(false);
  if (words === "") say("You are signed out.");
  else tellFailure(words);
  byId("token").focus();
}

/** Whatever fails is told; a token that is no longer right ends the session. */
async function trying(work) {
  byId("main").setAttribute("aria-busy", "true");
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.status === 401 && held() !== null) signOut(error.message);
    else tellFailure(error.message);
  } finally {
    byId("main").removeAttribute("aria-busy");
  }
}

byId("sign-in").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = byId("token");
  const token = field.value.trim();
  if (token === "" || !sendable(token)) {
    tellFailure(token === "" ? "Enter the admin token." : "This is not the admin token.");
    field.focus();
    return;
  }
  void trying(async () => {
    field.select();
    await read(token);
    hold(token);
    field.value = "";
    say("");
    show(true);
    draw();
    byId("desk-title").focus();
  });
});
byId("sign-out").addEventListener("click", () => signOut());
byId("refresh").addEventListener("click", () =>
  trying(async () => {
    await refresh();
    say("Refreshed.");
  }),
);
byId("new").addEventListener("click", () => desk.create());
byId("filter").addEventListener("input", () => {
  rows = PAGE;
  drawKeys();
});
byId("more").addEventListener("click", () => {
  rows += PAGE;
  drawKeys();
});

// A page that is loaded again finds its session.
if (held() === null) byId("token").focus();
else
  void trying(async () => {
    await read(held());
    show(true);
    draw();
  });
