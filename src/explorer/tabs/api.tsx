// The same call for programs: curl, JavaScript, Python and MCP, to be copied.
import { useSignal } from "@preact/signals";
import type { OpenTool } from "../asked.js";
import { input } from "../state.js";

export function Api({ open }: { open: OpenTool }) {
  const calls = callsOf(open.entry.name, input.value, location.origin);
  return (
    <section class="card">
      <h2>This call, for programs</h2>
      <p class="note">
        The service computes with the same module as this page: the answer is the same to the byte. What can
        be sent and what comes back is described at <a href={`/docs#${open.entry.name}`}>the API reference</a>
        .
      </p>
      {calls.map(({ title, text }) => (
        <Snippet key={title} title={title} text={text} />
      ))}
    </section>
  );
}

export function Snippet({ title, text }: { title: string; text: string }) {
  const told = useSignal("Copy");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      told.value = "Copied";
    } catch {
      told.value = "Select and copy";
    }
    setTimeout(() => {
      told.value = "Copy";
    }, 2_000);
  };
  return (
    <div class="snippet">
      <h3>{title}</h3>
      <button type="button" aria-label={`Copy ${title}`} onClick={() => void copy()}>
        {told.value}
      </button>
      <pre tabIndex={0}>{text}</pre>
    </div>
  );
}

function callsOf(name: string, given: Readonly<Record<string, unknown>>, origin: string) {
  const url = `${origin}/v1/tools/${name}`;
  const json = JSON.stringify(given, null, 2);
  const mcp = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } };
  return [
    {
      title: "curl",
      text: `curl '${url}' \\\n  -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(given).replaceAll("'", "'\\''")}'`,
    },
    {
      title: "JavaScript",
      text: `const response = await fetch("${url}", {\n  method: "POST",\n  headers: { "Content-Type": "application/json" },\n  body: JSON.stringify(${json.replaceAll("\n", "\n  ")}),\n});\nconst result = await response.json();`,
    },
    {
      title: "Python",
      text: `import json\nimport urllib.request\n\ninput = json.loads(r"""\n${json}\n""")\nrequest = urllib.request.Request(\n    "${url}",\n    data=json.dumps(input).encode(),\n    headers={"Content-Type": "application/json"},\n)\nwith urllib.request.urlopen(request) as response:\n    result = json.load(response)`,
    },
    { title: "MCP", text: `POST ${origin}/mcp\n\n${JSON.stringify(mcp, null, 2)}` },
  ];
}
