// The reference page: reads /openapi.json, lists its operations, and calls them.
import { fieldsOf, make } from "/docs/form.js";

const main = document.getElementById("main");
const list = document.getElementById("list");
const search = document.getElementById("search");

const specification = await (await fetch("/openapi.json")).json();
const operations = Object.entries(specification.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
);
document.getElementById("about").textContent = `${specification.info.version}. ${specification.info.description}`;

/** What a $ref leads to. */
function resolve(node) {
  if (node?.$ref === undefined) return node;
  return node.$ref
    .slice(2)
    .split("/")
    .reduce((inner, key) => inner[key], specification);
}

/** Catalogue entries of single tools stand behind the tools themselves. */
const shown = operations.filter((operation) => !operation.operationId.startsWith("describe_"));

function showList() {
  const words = search.value.toLowerCase().split(/\s+/);
  const fits = ({ operationId, summary, description }) => {
    const text = `${operationId} ${summary} ${description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const groups = specification.tags.flatMap(({ name }) => {
    const inside = shown.filter((operation) => operation.tags.includes(name) && fits(operation));
    if (inside.length === 0) return [];
    const items = inside.map(({ operationId, summary }) => {
      const link = make("a", { href: `#${operationId}`, title: summary }, operationId);
      if (location.hash === `#${operationId}`) link.setAttribute("aria-current", "page");
      return make("li", {}, link);
    });
    return [make("h2", {}, name.replaceAll("_", " ")), make("ul", {}, ...items)];
  });
  list.replaceChildren(...groups);
}

function showOperation() {
  const id = decodeURIComponent(location.hash.slice(1));
  const operation = shown.find((each) => each.operationId === id) ?? shown[0];
  if (operation === undefined) return;
  main.replaceChildren(
    make("h1", {}, operation.summary),
    make("p", { class: "path" }, `${operation.method} ${operation.path}`),
    make("p", {}, operation.description),
    caller(operation),
    make("h2", {}, "Responses"),
    responses(operation),
  );
  showList();
}

function caller(operation) {
  const media = operation.requestBody?.content["application/json"];
  const schema = resolve(media?.schema);
  const parameters = (operation.parameters ?? []).map(resolve);
  const asForm = schema !== undefined && operation.path === `/v1/tools/${operation.operationId}`;
  const fields = asForm ? fieldsOf(schema) : new Map();
  const raw = media === undefined || asForm ? undefined : make("textarea", { "aria-label": "Request body" });
  const settings = new Map(parameters.map((parameter) => [parameter, fieldsOf({
    properties: { [parameter.name]: { ...parameter.schema, description: parameter.description } },
    required: parameter.required ? [parameter.name] : [],
  }).get(parameter.name)]));
  const fill = (value) => {
    if (raw !== undefined) raw.value = JSON.stringify(value, null, 2);
    for (const [name, field] of fields) field.write(value[name]);
  };
  const examples = Object.values(media?.examples ?? {});
  const buttons = examples.map(({ summary, value }, at) => {
    const button = make("button", { type: "button", title: summary }, `Example ${at + 1}`);
    button.addEventListener("click", () => fill(value));
    return button;
  });
  if (examples[0] !== undefined) fill(examples[0].value);
  const key = make("input", { id: "key", autocomplete: "off", placeholder: "none: free plan" });
  const output = make("div", { "aria-live": "polite" });
  const form = make(
    "form",
    { novalidate: "" },
    buttons.length === 0 ? undefined : make("div", { class: "row" }, ...buttons),
    ...[...settings.values(), ...fields.values()].map((field) => field.element),
    raw,
    make("div", { class: "field" }, make("label", { for: "key" }, "X-API-Key"), key),
    make("div", { class: "row" }, make("button", { class: "send" }, "Send")),
    output,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send(operation, { fields, raw, settings, key: key.value, output });
  });
  return form;
}

async function send(operation, { fields, raw, settings, key, output }) {
  for (const field of fields.values()) field.blame("");
  let path = operation.path;
  const query = new URLSearchParams();
  for (const [parameter, field] of settings) {
    const value = field.read();
    if (parameter.in === "path") path = path.replace(`{${parameter.name}}`, encodeURIComponent(String(value ?? "")));
    else if (value !== undefined) query.set(parameter.name, String(value));
  }
  let body;
  try {
    body = raw === undefined ? bodyOf(fields) : raw.value;
  } catch (error) {
    output.replaceChildren(make("p", { class: "status bad" }, String(error)));
    return;
  }
  const address = query.size === 0 ? path : `${path}?${query}`;
  const headers = { ...(key === "" ? {} : { "x-api-key": key }) };
  if (operation.method === "POST") headers["content-type"] = "application/json";
  const began = performance.now();
  const response = await fetch(address, { method: operation.method, headers, ...(operation.method === "POST" ? { body } : {}) });
  const text = await response.text();
  const took = Math.round(performance.now() - began);
  const answer = pretty(text);
  for (const { pointer, message } of answer.value?.errors ?? []) fields.get(pointer.split("/")[1])?.blame(message);
  output.replaceChildren(
    make("p", { class: response.ok ? "status" : "status bad" }, `${response.status} ${response.statusText}, ${took} ms, ${response.headers.get("x-definition") ?? ""}`),
    make("pre", {}, answer.text),
    make("h3", {}, "The same with curl"),
    make("pre", {}, curl(operation.method, address, body)),
  );
}

function bodyOf(fields) {
  if (fields.size === 0) return undefined;
  const input = {};
  for (const [name, field] of fields) {
    const value = field.read();
    if (value !== undefined) input[name] = value;
  }
  return JSON.stringify(input);
}

function pretty(text) {
  try {
    const value = JSON.parse(text);
    return { value, text: JSON.stringify(value, null, 2) };
  } catch {
    return { value: undefined, text };
  }
}

function curl(method, address, body) {
  const url = new URL(address, location.href).href;
  if (method === "GET") return `curl '${url}'`;
  return `curl '${url}' -H 'Content-Type: application/json' -d '${(body ?? "").replaceAll("'", "'\\''")}'`;
}

function responses(operation) {
  const rows = Object.entries(operation.responses).map(([status, response]) =>
    make("tr", {}, make("td", {}, status), make("td", {}, resolve(response).description)),
  );
  return make("table", {}, make("tbody", {}, ...rows));
}

search.addEventListener("input", showList);
addEventListener("hashchange", () => {
  showOperation();
  main.focus();
});
showOperation();
