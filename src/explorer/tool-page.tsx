// A tool's page: the form beside the answer, and tabs that show the same answer in other ways.
import type { ComponentType } from "preact";
import { purposeOf } from "../wording/sentences.js";
import { ANSWER, address, changeAddress } from "./address.js";
import { Changed } from "./parts/changed.js";
import { Figures } from "./parts/figures.js";
import { Form } from "./parts/form.js";
import { Headline } from "./parts/headline.js";
import { Lazy } from "./parts/lazy.js";
import { Assumptions, Closing, Recommendations } from "./parts/notes.js";
import { Refused } from "./parts/refused.js";
import { Results } from "./parts/results.js";
import { Share } from "./parts/share.js";
import { Strip } from "./parts/strip.js";
import { inPlainWords } from "./plain-text.js";
import { answer, drawn, lastGood, tool } from "./state.js";
import type { CatalogueEntry, OpenTool } from "./tool-data.js";

/** Tabs beside the answer; each is loaded when it is first opened. */
const TABS: Readonly<
  Record<string, { title: string; load: () => Promise<ComponentType<{ open: OpenTool }>> }>
> = {
  why: { title: "Why", load: async () => (await import("./tabs/why.js")).Why },
  "what-if": { title: "What if", load: async () => (await import("./tabs/what-if.js")).WhatIf },
  compare: { title: "Compare", load: async () => (await import("./tabs/compare.js")).Compare },
  table: { title: "Table", load: async () => (await import("./tabs/table.js")).Table },
  definition: { title: "Definition", load: async () => (await import("./tabs/definition.js")).Definition },
  sheet: { title: "Sheet", load: async () => (await import("./tabs/sheet.js")).Sheet },
  api: { title: "API", load: async () => (await import("./tabs/api.js")).Api },
};

export function ToolPage({ entry }: { entry: CatalogueEntry }) {
  const open = tool.value;
  const { tab } = address.value;
  const chosen = Object.hasOwn(TABS, tab) ? tab : ANSWER;
  return (
    <>
      <header class="tool-head">
        <div>
          <h1>{entry.title}</h1>
          <Description text={inPlainWords(entry.description)} />
          <p class="links">
            <a href={`/rules/${entry.file.replace(/\.yaml$/, ".html")}`}>Its rules and sources</a>{" "}
            <a href={`/docs#${entry.name}`}>Its API</a>
          </p>
        </div>
        {open !== undefined && <Share open={open} />}
      </header>
      {open === undefined ? (
        <p class="loading">Loading…</p>
      ) : (
        <>
          <Changed open={open} />
          <div class="work">
            <div class="left">
              <Form open={open} />
            </div>
            <div class="right" id="answer">
              <Tabs chosen={chosen} />
              <div role="tabpanel" id="panel" aria-labelledby={`tab-${chosen}`}>
                {chosen !== "table" && <Refused />}
                {chosen === ANSWER ? (
                  <AnswerTab open={open} />
                ) : (
                  <Lazy key={chosen} name={chosen} load={TABS[chosen]?.load} props={{ open }} />
                )}
              </div>
            </div>
            <Strip open={open} />
          </div>
        </>
      )}
    </>
  );
}

/** What the tool is for; the rest on demand. */
function Description({ text }: { text: string }) {
  const first = purposeOf(text);
  if (first.length > text.length - 20) return <p>{text}</p>;
  return (
    <details class="description">
      <summary>
        {first} <span>More</span>
      </summary>
      <p>{text}</p>
    </details>
  );
}

function Tabs({ chosen }: { chosen: string }) {
  const all = [
    [ANSWER, "Answer"] as const,
    ...Object.entries(TABS).map(([name, { title }]) => [name, title] as const),
  ];
  const names = all.map(([name]) => name);
  const choose = (name: string) => changeAddress({ tab: name });
  return (
    <div
      class="tabs"
      role="tablist"
      aria-label="Views of the answer"
      onKeyDown={(event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (step === undefined) return;
        const next = names[(names.indexOf(chosen) + step + names.length) % names.length] ?? ANSWER;
        choose(next);
        document.getElementById(`tab-${next}`)?.focus();
      }}
    >
      {all.map(([name, title]) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`tab-${name}`}
          aria-selected={name === chosen}
          aria-controls="panel"
          tabIndex={name === chosen ? 0 : -1}
          onClick={() => choose(name)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}

function AnswerTab({ open }: { open: OpenTool }) {
  const good = lastGood.value;
  if (good === undefined || !good.outcome.ok) return null;
  const { result } = good.outcome;
  const isOld = answer.value?.outcome.ok === false;
  return (
    <div class={isOld ? "answers old" : "answers"} {...(isOld ? { "aria-hidden": "true" as const } : {})}>
      <Headline open={open} result={result} />
      <Figures figures={drawn.value.figures} name={open.entry.name} />
      <div class="two">
        <Assumptions open={open} result={result} />
        <Recommendations result={result} />
      </div>
      <Results open={open} result={result} />
      <Closing result={result} />
    </div>
  );
}
