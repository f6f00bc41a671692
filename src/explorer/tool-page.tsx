// A tool's page: the form, the answer, and tabs with other views of the answer.
import type { ComponentType } from "preact";
import { fieldWords, propertiesOf } from "../wording/field-words.js";
import { purposeOf } from "../wording/sentences.js";
import { ANSWER, address, goTo } from "./address.js";
import { Changed } from "./parts/changed.js";
import { Figures } from "./parts/figures.js";
import { Form, IS_SMALL } from "./parts/form.js";
import { Headline } from "./parts/headline.js";
import { Lazy } from "./parts/lazy.js";
import { Assumptions, Closing, Recommendations } from "./parts/notes.js";
import { Notice } from "./parts/notice.js";
import { ReachButton } from "./parts/reach-button.js";
import { Refused } from "./parts/refused.js";
import { Results } from "./parts/results.js";
import { Share } from "./parts/share.js";
import { Strip } from "./parts/strip.js";
import { inPlainWords } from "./plain-text.js";
import { answer, drawn, input, lastGood, tool } from "./state.js";
import { discard, isChanged } from "./stored-draft.js";
import type { CatalogueEntry, OpenTool } from "./tool-data.js";
import { withUnit } from "./words.js";

/** Each tab loads when it is first opened. */
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
      <header class={chosen === ANSWER ? "tool-head" : "tool-head brief"}>
        <div>
          <h1>{entry.title}</h1>
          <Description text={inPlainWords(entry.description)} />
          <p class="links">
            <a href={`/rules/${entry.file.replace(/\.yaml$/, ".html")}`}>Rules and sources</a>{" "}
            <a href={`/docs/reference#${entry.name}`}>API</a>
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
              <Inputs open={open} isFolded={IS_SMALL && chosen !== ANSWER} />
            </div>
            <div class="right" id="answer">
              <Tabs chosen={chosen} />
              <div role="tabpanel" id="panel" aria-labelledby={`tab-${chosen}`}>
                {chosen !== "definition" && isChanged.value && <HasDraft />}
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

/** On small screens the form is above the answer, so other tabs fold it. */
function Inputs({ open, isFolded }: { open: OpenTool; isFolded: boolean }) {
  if (!isFolded) return <Form open={open} />;
  const fields = propertiesOf(open.inputSchema);
  const given = Object.entries(input.value).map(
    ([name, value]) => `${fieldWords(fields[name], name).title} ${withUnit(value, fields[name])}`,
  );
  return (
    <details class="card form-folded">
      <summary>
        Inputs: {given.slice(0, 3).join(", ")}
        {given.length > 3 && ` and ${given.length - 3} more`}
      </summary>
      <Form open={open} />
    </details>
  );
}

function HasDraft() {
  return (
    <Notice tone="care">
      <p>You have a draft of this definition. This page still shows the answer of the published one.</p>
      <p class="row">
        <button
          type="button"
          onClick={() =>
            goTo({
              ...address.value,
              tab: "definition",
              marks: { ...address.value.marks, edit: "on" },
            })
          }
        >
          Open the draft
        </button>
        <button type="button" onClick={discard}>
          Discard it
        </button>
      </p>
    </Notice>
  );
}

/** The first sentence of the description, with the rest folded. */
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
  const choose = (name: string) => goTo({ ...address.value, tab: name });
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
      <ReachButton open={open} result={result} />
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
