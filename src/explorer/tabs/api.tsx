// The same call for programs: curl, JavaScript, Python and MCP, to be copied.
import { useSignal } from "@preact/signals";
import { tableOf } from "../csv.js";
import { input } from "../state.js";
import type { OpenTool } from "../tool-data.js";

export function Api({ open }: { open: OpenTool }) {
  const { name } = open.entry;
  return (
    <>
      <OneCall name={name} />
      <WholeTable name={name} />
    </>
  );
}

function OneCall({ name }: { name: string }) {
  const calls = callsOf(name, input.value, location.origin);
  return (
    <section class="card">
      <h2>This call, for programs</h2>
      <p class="note">
        The service computes with the same module as this page: the answer is the same to the byte. What can
        be sent and what comes back is described at <a href={`/docs/reference#${name}`}>the API reference</a>.
      </p>
      {calls.map(({ title, text }) => (
        <Snippet key={title} title={title} text={text} />
      ))}
    </section>
  );
}

function WholeTable({ name }: { name: string }) {
  const jobs = `${location.origin}/v1/jobs`;
  return (
    <section class="card">
      <h2>A whole estate at once</h2>
      <p class="note">
        One row for each site, home or lease, a column for each input; other columns are carried through.
        Every row comes back with its results or with the reason why it was refused. A spreadsheet of up to
        200,000 rows can be checked in this page: see the Table tab.
      </p>
      <Snippet title="estate.csv" text={tableOf(input.value)} />
      <Snippet
        title="On your own machine"
        text={`plumbline run ${name} --table estate.csv \\\n  --output results.csv --html summary.html`}
      />
      <Snippet
        title="As a job of this service"
        text={`curl '${jobs}?tool=${name}' \\\n  -H 'Content-Type: text/csv' --data-binary @estate.csv\ncurl '${jobs}/ID'            # how far it is\ncurl '${jobs}/ID/results'    # once it is done`}
      />
    </section>
  );
}

function Snippet({ title, text }: { title: string; text: string }) {
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
