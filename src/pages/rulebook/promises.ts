// Renders a tool's promises as sentences with reasons. Names link to inputs and results.
import type { PromiseDef, ToolDef } from "../../engine/language/model.js";
import type { Change, Way } from "../../engine/language/promises.js";
import { RESULT } from "../../lint/promise-types.js";
import { titleOf } from "../../wording/wording.js";
import { type Html, html, joined } from "../html.js";
import { resultsIn } from "../results.js";
import { condition, type Names, phrase } from "../sentences.js";
import { exactText } from "../show.js";
import { Comments } from "./comments.js";
import type { Titles } from "./titles.js";
import type { PageWriter } from "./writer.js";

const WAYS: Readonly<Record<Way, string>> = {
  more: "rises",
  less: "falls",
  better: "gets better",
  worse: "gets worse",
};

export function promiseList(def: ToolDef, page: PageWriter): Html {
  const names = namesOf(def, page.book.titles);
  const comments = commentsOn(def, page);
  return html`<p class="soft">Each must be true for every valid input. <code>plumbline promises ${def.name}</code> searches for a counterexample: golden cases, examples, values at and near limits, and random inputs; or all inputs, if there are few.${page.book.options.tried === undefined && " Test results are unavailable here."}</p><ol class="rules">${def.promises.map(
    (promise) =>
      html`<li class="rule" id="promise-${promise.id}">${page.above(promise.at.location.line, comments)}<p class="rule-name">${page.heading(promise.id)} <span class="as-written">${promise.id}</span></p><p class="if">${
        promise.when !== undefined && html`<b>If</b> ${condition(promise.when.it.expr, names)}: `
      }${claim(promise, names)}</p>${page.because(promise)}${tried(def.name, promise.id, page)}</li>`,
  )}</ol>`;
}

/** Returns comments on promises in a separate file. */
function commentsOn(def: ToolDef, page: PageWriter): Comments {
  const places = def.promises.map(({ at }) => at.location);
  const [{ file } = { file: def.file }] = places;
  if (file === page.chapter.file) return page.chapter.comments;
  return new Comments(
    page.book.set.files.get(file)?.text ?? "",
    places.map(({ line }) => line),
  );
}

function tried(tool: string, promise: string, page: PageWriter): Html {
  const all = page.book.options.tried;
  if (all === undefined) return html``;
  return html`<p class="trail"><span><span class="tag">tried when this page was made:</span> ${all.get(`${tool} ${promise}`) ?? "not yet"}</span></p>`;
}

function claim({ always, change, agrees, ...expected }: PromiseDef, names: Names): Html {
  if (always !== undefined) return html`<b>Always</b> ${condition(always.it.expr, names)}.`;
  if (agrees !== undefined) {
    const fields = [...agrees.fields].map(
      ([own, other]) => html`${names.show(resultPath(own))} is its ${titleOf(other)}`,
    );
    const inputs = [...agrees.inputs].map(
      ([other, own]) => html`${titleOf(other)} is ${phrase(own.it.expr, names)}`,
    );
    return html`<b>As</b> <var>${agrees.tool}</var> finds where ${joined(inputs, ", ")}: ${joined(fields, ", ")}.`;
  }
  const never = [...expected.never].map(([path, way]) => html`${names.show(resultPath(path))} ${WAYS[way]}`);
  const keeps = expected.keeps.map((path) => names.show(resultPath(path)));
  const scales = [...expected.scales].map(
    ([path, factor]) => html`${names.show(resultPath(path))} is ${exactText(factor)} times as much`,
  );
  const order = expected.order === undefined ? html`` : html` (best last: ${expected.order.join(", ")})`;
  return html`${change !== undefined && html`<b>When</b> ${changeText(change, names)}, `}${joined(
    [
      ...(never.length > 0 ? [html`<b>never</b> ${joined(never, " or ")}${order}`] : []),
      ...(keeps.length > 0 ? [html`${joined(keeps, ", ")} <b>stays</b> as it is`] : []),
      ...scales,
    ],
    "; ",
  )}.`;
}

function changeText(change: Change, names: Names): Html {
  if (change.kind === "swap")
    return html`${names.show(change.inputs[0])} and ${names.show(change.inputs[1])} change places`;
  if (change.kind === "scale")
    return joined(
      [...change.factors].map(
        ([name, factor]) => html`${names.show(name)} is ${exactText(factor)} times as much`,
      ),
      " and ",
    );
  const inputs = joined(
    change.inputs.map((name) => names.show(name)),
    " or ",
  );
  const order = change.order === undefined ? html`` : html` (lowest first: ${change.order.join(", ")})`;
  return html`${inputs}${order} ${change.kind === "raise" ? "rises" : "falls"}`;
}

/** Marks a name as a result, because inputs can have the same name. */
function resultPath(path: string): string {
  return `${RESULT}.${path}`;
}

/** Links names to the tables of inputs and results on the same page. */
function namesOf(def: ToolDef, titles: Titles): Names {
  const results = new Set([...resultsIn(def.results)].map(([path]) => path));
  const linked = (anchor: string, label: string) => html`<a href="#${anchor}">${label}</a>`;
  return {
    show: (path) => {
      const [first = "", ...rest] = path.split(".");
      if (first !== RESULT && def.inputs.has(first))
        return linked(`input-${first}`, titles.of({ file: def.file, anchor: `input-${first}` }, first));
      const field = first === RESULT ? rest.join(".") : path;
      const title = titles.of({ file: def.file, anchor: `result-${field}` }, field);
      return results.has(field) ? linked(`result-${field}`, title) : html`<i class="named">${title}</i>`;
    },
    showField: (name) => html`<i class="named">${titles.words(name)}</i>`,
  };
}
