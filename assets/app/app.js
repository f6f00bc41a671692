// A tool's result inside a conversation (MCP Apps): the headline and figures that the service has drawn, the steps behind
// them on request, and the inputs, which can be changed and computed with again. It talks to nobody but its host.
"use strict";

const about = JSON.parse(document.getElementById("about").textContent);
const shown = document.getElementById("result");
const wrong = document.getElementById("wrong");
const form = document.getElementById("inputs");
const fields = document.getElementById("fields");
const again = document.getElementById("again");
const why = document.getElementById("why");
const steps = document.getElementById("steps");

/** The arguments that the result on the page was computed from. */
let given = {};

// The host is the window around this one.
const waiting = new Map();
let last = 0;

function tell(method, params) {
  parent.postMessage({ jsonrpc: "2.0", method, params }, "*");
}

function ask(method, params) {
  const id = ++last;
  parent.postMessage({ jsonrpc: "2.0", id, method, params }, "*");
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}

addEventListener("message", ({ source, data }) => {
  if (source !== parent || data === null || typeof data !== "object" || data.jsonrpc !== "2.0") return;
  if (data.method === undefined) {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.error === undefined) asked?.resolve(data.result);
    else asked?.reject(new Error(data.error.message));
  } else if (data.id === undefined) heard(data.method, data.params ?? {});
  // Requests of the host: it may ask whether the page is there, and to end it.
  else parent.postMessage({ jsonrpc: "2.0", id: data.id, result: {} }, "*");
});

function heard(method, params) {
  if (method === "ui/notifications/tool-input") fill(params.arguments ?? {});
  else if (method === "ui/notifications/tool-result") show(params);
  else if (method === "ui/notifications/host-context-changed") dress(params);
}

function dress({ theme }) {
  if (theme === "light" || theme === "dark") document.documentElement.style.colorScheme = theme;
}

/** A result, or the reasons why there is none. */
function show(result) {
  const text = result.content?.find(({ type }) => type === "text")?.text ?? "";
  wrong.textContent = result.isError === true ? text : "";
  wrong.hidden = result.isError !== true;
  if (result.isError === true) return;
  // Drawn by the service from its definitions, every text in it escaped.
  shown.innerHTML = result._meta?.["plumbline/view"] ?? "";
  why.open = false;
  steps.replaceChildren();
}

/** The form: a field for each single value, boxes for a list of words, and JSON for what is neither. */
function fill(args) {
  given = args;
  fields.replaceChildren(...about.inputs.map((input) => fieldOf(input, args[input.name], input.name)));
}

function fieldOf(input, value, path) {
  if (input.type === "object")
    return grouped(
      input,
      input.inputs.map((inner) => fieldOf(inner, value?.[inner.name], `${path}.${inner.name}`)),
    );
  if (input.type === "list")
    return grouped(
      input,
      input.words.map(([word, title]) => {
        const box = Object.assign(document.createElement("input"), { type: "checkbox", name: path, value: word });
        box.checked = value?.includes(word) ?? false;
        return labelled(title, box);
      }),
    );
  const title = input.unit === undefined ? input.title : `${input.title}, ${input.unit}`;
  return labelled(title, Object.assign(single(input, value), { name: path, required: input.required }));
}

function single(input, value) {
  if (input.type === "json") {
    const text = value === undefined ? "" : JSON.stringify(value, null, 1);
    return Object.assign(document.createElement("textarea"), { value: text, rows: 4, spellcheck: false });
  }
  const field = document.createElement(input.words === undefined ? "input" : "select");
  if (input.words !== undefined) {
    const usual = input.words.find(([word]) => word === String(input.assumed))?.[1];
    const none = ["", usual === undefined ? "" : `${usual} (default)`];
    for (const [word, title] of [...(input.required ? [] : [none]), ...input.words])
      field.append(new Option(title, word, false, String(value ?? "") === word));
  } else if (input.type === "boolean") {
    field.type = "checkbox";
    field.checked = value ?? input.assumed ?? false;
  } else {
    if (input.type !== "string") Object.assign(field, { type: "number", step: "any" });
    if (input.minimum !== undefined) field.min = input.minimum;
    if (input.maximum !== undefined) field.max = input.maximum;
    field.value = value ?? "";
    if (input.assumed !== undefined) field.placeholder = input.assumed;
  }
  return field;
}

function labelled(title, field) {
  const label = document.createElement("label");
  label.append(title, field);
  return label;
}

function grouped({ title }, inner) {
  const group = document.createElement("fieldset");
  const legend = document.createElement("legend");
  legend.textContent = title;
  const rows = document.createElement("div");
  rows.className = "fields";
  rows.append(...inner);
  group.append(legend, rows);
  return group;
}

/** The arguments as the form has them now; what is left empty is not sent. */
function argumentsNow(inputs = about.inputs, before = given, path = "") {
  const now = { ...before };
  for (const input of inputs) {
    const value = valueNow(input, before[input.name], path + input.name);
    if (value === undefined) delete now[input.name];
    else now[input.name] = value;
  }
  return now;
}

function valueNow({ type, title, inputs, required, assumed }, before, path) {
  if (type === "object") {
    const inner = argumentsNow(inputs, before ?? {}, `${path}.`);
    return Object.keys(inner).length === 0 && !required ? undefined : inner;
  }
  const [field, ...more] = fields.querySelectorAll(`[name="${CSS.escape(path)}"]`);
  if (type === "list") {
    const chosen = [field, ...more].filter(({ checked }) => checked).map(({ value }) => value);
    return chosen.length === 0 && !required ? undefined : chosen;
  }
  if (type === "boolean")
    return before !== undefined || required || field.checked !== (assumed ?? false) ? field.checked : undefined;
  if (field.value.trim() === "") return undefined;
  if (type === "json")
    try {
      return JSON.parse(field.value);
    } catch {
      throw new Error(`${title} is not JSON.`);
    }
  return type === "string" ? field.value : Number(field.value);
}

// Hosts may forbid that forms are sent; nothing is sent here.
again.addEventListener("click", compute);
form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.target === again || event.target.tagName === "TEXTAREA") return;
  event.preventDefault();
  compute();
});

async function compute() {
  if (again.disabled || !form.reportValidity()) return;
  again.disabled = true;
  try {
    const now = argumentsNow();
    const result = await ask("tools/call", { name: about.tool, arguments: now });
    show(result);
    if (result.isError === true) return;
    given = now;
    // The model learns what the person has changed, where the host passes it on.
    const text = `${about.tool} was computed again with ${JSON.stringify(now)}.`;
    const content = [{ type: "text", text }, ...result.content.filter(({ type }) => type === "text")];
    await ask("ui/update-model-context", { content, structuredContent: result.structuredContent }).catch(() => {});
  } catch (error) {
    wrong.textContent = error.message;
    wrong.hidden = false;
  } finally {
    again.disabled = false;
  }
}

why.addEventListener("toggle", async () => {
  if (!why.open || steps.children.length > 0) return;
  try {
    const result = await ask("tools/call", {
      name: "explain_result",
      arguments: { tool: about.tool, arguments: given, depth: "headline" },
    });
    steps.replaceChildren(...(result.structuredContent?.steps ?? []).map(stepOf));
  } catch (error) {
    steps.textContent = error.message;
  }
});

function stepOf({ title, name, value, unit, substituted, because, citations }) {
  const item = document.createElement("li");
  const rounded = typeof value === "number" ? Number(value.toPrecision(6)) : value;
  const whole = typeof value === "object" ? JSON.stringify(value) : String(rounded);
  item.append(`${title ?? name}: ${whole}${unit === undefined || unit === "1" ? "" : ` ${unit}`}`);
  const line = (tag, text) => {
    const element = document.createElement(tag);
    element.textContent = text;
    item.append(element);
  };
  if (substituted !== undefined) line("code", substituted);
  if (because !== undefined) line("small", because);
  for (const { title: source, clause } of citations ?? []) line("small", `${source}, ${clause}`);
  return item;
}

new ResizeObserver(() => {
  tell("ui/notifications/size-changed", { height: Math.ceil(document.documentElement.getBoundingClientRect().height) });
}).observe(document.documentElement);

fill({});
ask("ui/initialize", {
  appInfo: { name: about.tool, version: about.version },
  appCapabilities: {},
  protocolVersion: "2026-01-26",
}).then(({ hostContext }) => {
  dress(hostContext ?? {});
  tell("ui/notifications/initialized", {});
});
