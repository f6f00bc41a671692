// The explorer's entry point: renders pages and loads the catalogue.
import { render } from "preact";
import home from "../../assets/home.json";
import "./style.css";
import { resultText } from "../engine/run/tool.js";
import { noSuch } from "../wording/wording.js";
import { address } from "./address.js";
import { Home } from "./home.js";
import type { FormInput } from "./inputs.js";
import { openTool } from "./open-tool.js";
import { FoundPage } from "./parts/found.js";
import { Notice } from "./parts/notice.js";
import { Top } from "./parts/top.js";
import { query } from "./search.js";
import { catalogue, entry, failure, start, took } from "./state.js";
import { ToolPage } from "./tool-page.js";
import { keepWhole } from "./without-network.js";

function App() {
  const list = catalogue.value;
  const { tool } = address.value;
  const unknown =
    list !== undefined && tool !== "" && entry.value === undefined
      ? noSuch(
          "tool",
          tool,
          list.tools.map(({ name }) => name),
        ).message
      : undefined;
  document.title = entry.value === undefined ? "Plumbline" : `${entry.value.title} · Plumbline`;
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        Skip to the content
      </a>
      <Top />
      <main
        id="main"
        tabIndex={-1}
        class={entry.value === undefined || query.value.trim() !== "" ? "home" : "tool"}
      >
        {failure.value !== undefined && <Notice tone="bad">{failure.value}</Notice>}
        {unknown !== undefined && <Notice tone="care">{unknown} Here are all the tools.</Notice>}
        {list === undefined ? (
          failure.value === undefined && <p class="loading">Loading the tools…</p>
        ) : query.value.trim() !== "" ? (
          <FoundPage />
        ) : entry.value === undefined ? (
          <Home catalogue={list} />
        ) : (
          <ToolPage entry={entry.value} />
        )}
      </main>
      <footer class="site-foot">
        <span>
          Plumbline, {home.licence} licence. Results are indicative; a qualified engineer must check them.
        </span>
        <a href="/rules/">Rule book</a>
        <a href="/docs/">Documentation</a>
        <a href={home.source}>Source code</a>
        <a href={`${home.source}/issues`}>Contact and corrections</a>
      </footer>
    </>
  );
}

/** The hash is the page's state, so the skip link cannot change it. */
function skip(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

const root = document.getElementById("app");
if (root !== null) {
  root.replaceChildren();
  render(<App />, root);
}
void start().then(keepWhole, () => undefined);

/** For performance measurements in the browser's console: returns answers as the service would write them. */
async function texts(name: string, inputs: readonly FormInput[], tail = ""): Promise<string[]> {
  const found = catalogue.value?.tools.find((each) => each.name === name);
  const local = found === undefined ? undefined : (await openTool(found)).local;
  if (local === undefined) throw new Error(`This page does not compute ${name}.`);
  return inputs.map((input) => {
    const outcome = local.run(input);
    return outcome.ok ? resultText(outcome.result, tail) : JSON.stringify(outcome.problems);
  });
}
Object.assign(globalThis, { plumbline: { texts, took } });
