// One call as people paste it into a terminal or a program, with the reader's key, which stays in this tab of the browser.

const LINES = { curl, JavaScript: javascript, Python: python };

/** @param {{ method: string, url: string, body?: string, key: string }} call */
export function callTexts(call) {
  return Object.entries(LINES).map(([title, text]) => ({ title, text: text(call) }));
}

function headersOf({ method, key }) {
  return {
    ...(method === "POST" ? { "Content-Type": "application/json" } : {}),
    ...(key === "" ? {} : { "X-API-Key": key }),
  };
}

/** Lines of JSON further in, as what stands around them. */
const within = (body, space) => (body ?? "{}").replaceAll("\n", `\n${space}`);
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

function curl(call) {
  const headers = Object.entries(headersOf(call)).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  return [
    `curl ${quoted(call.url)}`,
    ...headers,
    ...(call.method === "POST" ? [`-d ${quoted(within(call.body ?? "", "  "))}`] : []),
  ].join(" \\\n  ");
}

function javascript(call) {
  const options = [
    `  method: "${call.method}",`,
    `  headers: ${JSON.stringify(headersOf(call))},`,
    ...(call.method === "POST" ? [`  body: JSON.stringify(${within(call.body, "  ")}),`] : []),
  ];
  return `const response = await fetch(${JSON.stringify(call.url)}, {\n${options.join("\n")}\n});\nconst answer = await response.json();`;
}

function python(call) {
  const data = call.method === "POST" ? `\n    data=json.dumps(json.loads(r"""${within(call.body, "    ")}""")).encode(),` : "";
  return `import json\nimport urllib.request\n\nrequest = urllib.request.Request(\n    ${JSON.stringify(call.url)},${data}\n    headers=${JSON.stringify(headersOf(call))},\n)\nwith urllib.request.urlopen(request) as response:\n    answer = json.load(response)`;
}

const KEPT = "plumbline-key";

export function keptKey() {
  return sessionStorage.getItem(KEPT) ?? "";
}

/** @param {string} key */
export function keepKey(key) {
  if (key === "") sessionStorage.removeItem(KEPT);
  else sessionStorage.setItem(KEPT, key);
}
