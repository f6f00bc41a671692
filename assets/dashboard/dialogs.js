// Creating, rotating and revoking, each in a dialog; and the one look at a new key.
import { call, Failure } from "/dashboard/api.js";
import { byId, limit, make } from "/dashboard/dom.js";
import { allowance, faces, requestsOf, span } from "/dashboard/keys.js";

const FIELDS = ["name", "interface", "plan", "requests", "calls_per_month", "expires"];

for (const dialog of document.querySelectorAll("dialog"))
  for (const button of dialog.querySelectorAll("[data-close]")) button.addEventListener("click", () => dialog.close());

/** Runs the work once for each sending; a failure is told in the dialog and leaves it open. */
function onSubmit(dialog, form, work, signedOut) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (form.getAttribute("aria-busy") === "true") return;
    const failed = form.querySelector("[data-failed]");
    failed.textContent = "";
    clearFaults(form);
    form.setAttribute("aria-busy", "true");
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.status === 401) {
        dialog.close();
        signedOut(error);
      } else if (!showFaults(form, error)) failed.textContent = error.message;
    } finally {
      form.removeAttribute("aria-busy");
    }
  });
}

function clearFaults(form) {
  for (const fault of form.querySelectorAll(".fault")) fault.textContent = "";
  for (const field of form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
}

/** Each fault beside its field; whether all of them found one. */
function showFaults(form, { errors }) {
  const found = errors.filter(({ pointer, message }) => {
    const name = pointer.slice(1);
    const field = FIELDS.includes(name) ? form.elements.namedItem(name) : null;
    if (field === null || field.closest("[hidden]") !== null) return false;
    field.setAttribute("aria-invalid", "true");
    byId(`${name}-fault`).textContent = message;
    return true;
  });
  form.querySelector("[aria-invalid]")?.focus();
  return errors.length > 0 && found.length === errors.length;
}

/** Shows a token once. The dialog is left by its button only, so that no stray key press loses it. */
function showSecret({ key, token }, title, header) {
  const dialog = byId("secret");
  byId("secret-title").textContent = title;
  dialog.querySelector("[data-name]").textContent = key.name;
  dialog.querySelector("[data-header]").textContent = header;
  byId("copied").textContent = "";
  byId("secret-value").value = token;
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
}

byId("secret").addEventListener("cancel", (event) => event.preventDefault());
byId("secret").addEventListener("close", () => {
  byId("secret-value").value = "";
});
byId("kept").addEventListener("click", () => byId("secret").close());
byId("copy").addEventListener("click", async () => {
  const field = byId("secret-value");
  try {
    await navigator.clipboard.writeText(field.value);
    byId("copied").textContent = "Copied.";
  } catch {
    // Browsers keep the clipboard from pages that came without TLS.
    field.focus();
    field.select();
    byId("copied").textContent = "Selected: copy it with the keyboard or the menu.";
  }
});

/** `plans` gives what was read last; `changed` is told what to say after each change. */
export function dialogs({ plans, changed, signedOut }) {
  const headerOf = (name) => faces(plans()).find((face) => face.interface === name)?.header ?? "";
  let chosen;

  const form = byId("create-form");
  const faceOf = () => faces(plans()).find((face) => face.interface === form.elements.interface.value);
  const planOf = () => faceOf()?.plans.find((plan) => plan.id === form.elements.plan.value);
  const choosePlan = () => {
    const plan = planOf();
    if (plan === undefined) return;
    byId("plan-note").textContent = allowance(plan);
    byId("own").hidden = !plan.custom;
    byId("requests-label").textContent = `Requests ${span(plan) === "hour" ? "an hour" : "a minute"}`;
    form.elements.requests.placeholder = limit(requestsOf(plan));
    form.elements.calls_per_month.placeholder = limit(plan.calls_per_month);
  };
  const chooseFace = () => {
    const options = faceOf()?.plans.map((plan) => make("option", { value: plan.id }, plan.title)) ?? [];
    form.elements.plan.replaceChildren(...options);
    choosePlan();
  };
  form.elements.interface.addEventListener("change", chooseFace);
  form.elements.plan.addEventListener("change", choosePlan);

  onSubmit(
    byId("create"),
    form,
    async () => {
      const made = await call("POST", "/v1/admin/keys", wish(form, planOf()));
      byId("create").close();
      // Shown before anything else is asked of the service: whatever fails then, the key is not lost.
      await showSecret(made, "The new key", headerOf(made.key.interface));
      await changed(`The key ${made.key.name} was created.`);
      byId("new").focus();
    },
    signedOut,
  );
  onSubmit(
    byId("rotate"),
    byId("rotate-form"),
    async () => {
      const overlap_s = Number(byId("overlap").value);
      const made = await call("POST", `/v1/admin/keys/${chosen.id}/rotate`, { overlap_s });
      byId("rotate").close();
      await showSecret(made, "The new secret of the key", headerOf(made.key.interface));
      await changed(`The key ${made.key.name} has a new secret.`);
      focusOn(made.key.id, "rotate");
    },
    signedOut,
  );
  onSubmit(
    byId("revoke"),
    byId("revoke-form"),
    async () => {
      const key = await call("POST", `/v1/admin/keys/${chosen.id}/revoke`, {});
      byId("revoke").close();
      await changed(`The key ${key.name} was revoked.`);
      byId("keys-title").focus();
    },
    signedOut,
  );

  const open = (name) => {
    const dialog = byId(name);
    dialog.querySelector("[data-failed]").textContent = "";
    dialog.showModal();
  };
  const confirm = (name) => (key) => {
    chosen = key;
    byId(name).querySelector("[data-name]").textContent = key.name;
    byId(`${name}-form`).reset();
    open(name);
  };
  return {
    create: () => {
      form.reset();
      clearFaults(form);
      const all = faces(plans());
      form.elements.interface.replaceChildren(...all.map((face) => make("option", { value: face.interface }, face.title)));
      byId("interface-field").hidden = all.length < 2;
      chooseFace();
      open("create");
    },
    rotate: confirm("rotate"),
    revoke: confirm("revoke"),
  };
}

/** What the form asks for; a field left empty asks for nothing. */
function wish(form, plan) {
  const { name, interface: face, plan: chosen, expires, requests, calls_per_month } = form.elements;
  const own = (field) => (plan?.custom && field.value !== "" ? { [field.name]: Number(field.value) } : {});
  return {
    name: name.value,
    plan: chosen.value,
    interface: face.value,
    ...(expires.value === "" ? {} : { expires: expires.value }),
    ...own(requests),
    ...own(calls_per_month),
  };
}

/** Back to the button of a row that was drawn anew. */
export function focusOn(id, action) {
  const row = document.querySelector(`tr[data-id="${CSS.escape(id)}"]`);
  (row?.querySelector(`[data-action="${action}"]`) ?? byId("keys-title")).focus();
}
