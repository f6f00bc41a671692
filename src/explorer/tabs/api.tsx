// The current call as code for curl, JavaScript, Python and MCP.
import { type Signal, useSignal } from "@preact/signals";
import { callTexts, keepKey, keptKey } from "../../../assets/reference/calls.js";
import { tableOf } from "../csv.js";
import { input } from "../state.js";
import type { OpenTool } from "../tool-data.js";

export function Api({ open }: { open: OpenTool }) {
  const { name } = open.entry;
  const key = useSignal(keptKey());
  return (
    <>
      <OneCall name={name} shownKey={key} />
      <WholeTable name={name} shownKey={key} />
    </>
  );
}

interface CallProps {
  readonly name: string;
  /** The reader's API key; empty without one. */
  readonly shownKey: Signal<string>;
}

function OneCall({ name, shownKey: key }: CallProps) {
  const body = JSON.stringify(input.value, null, 2);
  const calls = callTexts({
    method: "POST",
    url: `${location.origin}/v1/tools/${name}`,
    body,
    key: key.value,
  });
  const mcp = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name, arguments: input.value },
  };
  return (
    <section class="card">
      <h2>This call, for programs</h2>
      <p class="note">
        The service gives the same answer as this page, to the byte. New to the API? Start with{" "}
        <a href="/docs">Your first call</a>. Every input and result of this tool is in the{" "}
        <a href={`/docs/reference#${name}`}>API reference</a>.
      </p>
      <p class="choose">
        <label>
          Your key, for the samples
          <input
            autocomplete="off"
            spellcheck={false}
            placeholder="none: free plan"
            value={key.value}
            onInput={(event) => {
              key.value = event.currentTarget.value.trim();
              keepKey(key.value);
            }}
          />
        </label>
      </p>
      {calls.map(({ title, text }) => (
        <Snippet key={title} title={title} text={text} />
      ))}
      <Snippet
        title="MCP"
        text={`POST ${location.origin}/mcp\n${key.value === "" ? "" : `X-API-Key: ${key.value}\n`}\n${JSON.stringify(mcp, null, 2)}`}
      />
    </section>
  );
}

function WholeTable({ name, shownKey }: CallProps) {
  const key = shownKey.value === "" ? "" : ` -H 'X-API-Key: ${shownKey.value.replaceAll("'", "'\\''")}'`;
  return (
    <section class="card">
      <h2>Many at once</h2>
      <p class="note">
        One row for each site, home or lease, and one column for each input; other columns are kept as they
        are. Every row comes back with its results, or with the reason why it was refused. The Table tab
        checks a spreadsheet of up to 200,000 rows in this page.
      </p>
      <Snippet title="estate.csv" text={tableOf(input.value)} />
      <Snippet
        title="By this service"
        text={`curl '${location.origin}/v1/tools/${name}/table'${key} \\\n  -H 'Content-Type: text/csv' --data-binary @estate.csv -o results.csv`}
      />
      <Snippet
        title="On your own machine"
        text={`plumbline run ${name} --table estate.csv \\\n  --output results.csv --html summary.html`}
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
