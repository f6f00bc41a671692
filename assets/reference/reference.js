// The reference page: reads /openapi.json, lists its operations, and calls them.
import { callTexts, keepKey, keptKey } from "/docs/calls.js";
import { fieldsOf, make } from "/docs/form.js";
import { fieldTable, madeExamples } from "/docs/schema.js";

const main = document.getElementById("main");
const list = document.getElementById("list");
const search = document.getElementById("search");
/** Stays while this tab of the browser is open, on all pages that show calls. */
const key = document.getElementById("key");
key.value = keptKey();
key.addEventListener("input", () => keepKey(key.value.trim()));

const specification = await (await fetch("/openapi.json")).json();
const operations = Object.entries(specification.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
);

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
      const link = make("a", { href: `#${operationId}`, title: operationId }, summary, make("code", {}, operationId));
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
    ...caller(operation),
    ...answerOf(operation),
    make("h2", {}, "Status codes"),
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
  const examples = [...Object.values(media?.examples ?? {}), ...madeExamples(operation.operationId, specification, resolve)];
  const choose = ({ value, name }) => {
    fill(value);
    for (const [parameter, field] of settings) if (parameter.in === "path" && name !== undefined) field.write(name);
  };
  const chooser = make("select", { id: "example" }, ...examples.map(({ summary }, at) => make("option", { value: String(at) }, summary)));
  chooser.addEventListener("change", () => choose(examples[Number(chooser.value)]));
  if (examples[0] !== undefined) choose(examples[0]);
  const output = make("div", { "aria-live": "polite" });
  const inPath = [...settings].flatMap(([parameter, field]) => (parameter.in === "path" ? [field] : []));
  const others = [...settings].flatMap(([parameter, field]) => (parameter.in === "path" ? [] : [field]));
  const beside = make("aside", { class: "beside", "aria-label": "The same call" });
  const call = () => callOf(operation, { fields, raw, settings });
  const showCall = () => {
    try {
      const { path, body } = call();
      const url = new URL(path, location.href).href;
      beside.replaceChildren(snippetsOf({ method: operation.method, url, body, key: key.value.trim() }), output);
    } catch {
      // A value that cannot be written yet: the sample before it stays.
    }
  };
  const form = make(
    "form",
    { novalidate: "" },
    examples.length === 0 ? undefined : make("div", { class: "row" }, make("label", { for: "example" }, "Example"), chooser),
    ...inPath.map((field) => field.element),
    ...[...fields.values()].map((field) => field.element),
    raw,
    ...others.map((field) => field.element),
    make("div", { class: "row" }, make("button", { class: "send" }, "Send")),
  );
  form.addEventListener("input", showCall);
  form.addEventListener("change", showCall);
  key.oninput = showCall;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send(operation, { fields, call, key: key.value.trim(), output });
  });
  showCall();
  return [make("div", { class: "try" }, form, beside)];
}

/** What the form asks for: its address and its body. */
function callOf(operation, { fields, raw, settings }) {
  let path = operation.path;
  const query = new URLSearchParams();
  for (const [parameter, field] of settings) {
    const value = field.read();
    if (parameter.in === "path") path = path.replace(`{${parameter.name}}`, encodeURIComponent(String(value ?? "")));
    else if (value !== undefined) query.set(parameter.name, String(value));
  }
  return { path: query.size === 0 ? path : `${path}?${query}`, body: raw === undefined ? bodyOf(fields) : raw.value };
}

async function send(operation, { fields, call, key, output }) {
  for (const field of fields.values()) field.blame("");
  let asked;
  try {
    asked = call();
  } catch (error) {
    output.replaceChildren(make("p", { class: "status bad" }, String(error)));
    return;
  }
  const { path: address, body } = asked;
  const headers = { ...(key === "" ? {} : { "x-api-key": key }) };
  if (operation.method === "POST") headers["content-type"] = "application/json";
  const began = performance.now();
  const told = (status, isGood, ...rest) =>
    output.replaceChildren(make("p", { class: isGood ? "status" : "status bad" }, status), ...rest);
  let response;
  let text;
  try {
    response = await fetch(address, { method: operation.method, headers, ...(operation.method === "POST" ? { body } : {}) });
    text = await response.text();
  } catch (error) {
    told(`The service did not answer: ${error instanceof Error ? error.message : error}`, false);
    return;
  }
  const took = Math.round(performance.now() - began);
  const answer = pretty(text);
  for (const { pointer, message } of answer.value?.errors ?? []) fields.get(pointer.split("/")[1])?.blame(message);
  const made = response.headers.get("x-definition");
  const status = [`${response.status} ${response.statusText}`, `${took} ms`, ...(made === null ? [] : [made])].join(", ");
  told(status, response.ok, make("pre", { tabindex: "0" }, answer.text));
}

/** The language of the shown call, once somebody has picked one. */
let language = "curl";

/** The same call in other languages, one at a time. */
function snippetsOf(call) {
  const shown = make("pre", { tabindex: "0" });
  const texts = callTexts(call);
  const buttons = texts.map(({ title, text }) => {
    const button = make("button", { type: "button" }, title);
    button.addEventListener("click", () => {
      shown.textContent = text;
      language = title;
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
    });
    return button;
  });
  (buttons.find((button) => button.textContent === language) ?? buttons[0])?.click();
  return make("div", {}, make("h2", {}, "The same call"), make("div", { class: "tabs" }, ...buttons), shown);
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

/** What a good answer holds. */
function answerOf(operation) {
  const good = resolve(operation.responses["200"]);
  const schema = resolve(good?.content?.["application/json"]?.schema);
  return schema?.properties === undefined ? [] : [make("h2", {}, "Answer"), fieldTable(schema, resolve)];
}

function responses(operation) {
  const rows = Object.entries(operation.responses).map(([status, response]) =>
    make("tr", {}, make("td", { class: "word" }, status), make("td", {}, resolve(response).description)),
  );
  return make("div", { class: "scroll", tabindex: "0" }, make("table", {}, make("tbody", {}, ...rows)));
}

search.addEventListener("input", showList);
/** Where the list is above, as on a phone, the operation is brought into view from its beginning. */
function goToOperation() {
  showOperation();
  main.focus({ preventScroll: true });
  main.scrollIntoView();
}
if (matchMedia("(max-width: 50rem)").matches) document.querySelector(".side details").open = false;
addEventListener("hashchange", goToOperation);
if (location.hash === "") showOperation();
else goToOperation();
