// What an answer holds, field by field, and examples for calls that are made of other calls.
import { make } from "/docs/form.js";

/** A table of the fields of a schema, those inside objects and lists under dotted names. */
export function fieldTable(schema, resolve) {
  const rows = rowsOf(resolve(schema), resolve, "").map(({ path, field }) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, path),
      make("td", { class: "word" }, typeOf(field)),
      make("td", {}, [field.title, field.description].filter((each) => each !== undefined).join(". ")),
    ),
  );
  const head = ["Field", "Type and unit", "Meaning"].map((title) => make("th", { scope: "col" }, title));
  return make(
    "div",
    { class: "scroll", tabindex: "0" },
    make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows)),
  );
}

/** A schema that stands inside itself, as steps inside steps, is told once. */
function rowsOf(schema, resolve, path, above = []) {
  if (schema === undefined || above.includes(schema)) return [];
  const inner = [...above, schema];
  return Object.entries(schema.properties ?? {}).flatMap(([name, given]) => {
    const field = resolve(given);
    const own = path === "" ? name : `${path}.${name}`;
    const items = resolve(field.items);
    return [
      { path: own, field },
      ...rowsOf(field, resolve, own, inner),
      ...rowsOf(items, resolve, `${own}[]`, inner),
    ];
  });
}

function typeOf({ type, enum: words, ...more }) {
  const unit = more["x-unit"] ?? more.unit;
  const types = (Array.isArray(type) ? type : [type]).filter((each) => each !== undefined && each !== "null");
  const name = words === undefined ? types.join(" or ") : "word";
  return unit === undefined || unit === "1" ? name : `${name}, ${unit}`;
}

/** Bodies for the calls that hold other calls, made from the first tools' own examples. */
export function madeExamples(operationId, specification, resolve) {
  const tools = Object.entries(specification.paths).flatMap(([path, { post }]) => {
    const media = post?.requestBody?.content["application/json"];
    const [example] = Object.values(media?.examples ?? {});
    const isTool = path === `/v1/tools/${post?.operationId}` && example !== undefined;
    return isTool ? [{ name: post.operationId, title: post.summary, input: example.value, post }] : [];
  });
  if (operationId === "batch") {
    const calls = tools.slice(0, 2).map(({ name: tool, input }) => ({ tool, input }));
    return calls.length === 0 ? [] : [{ summary: "Two tools at once", value: { calls } }];
  }
  if (operationId !== "sweep") return [];
  return tools.slice(0, 3).flatMap(({ name, title, input, post }) => {
    const [over, value] = Object.entries(input).find(([, each]) => typeof each === "number" && each > 0) ?? [];
    const result = resolve(post.responses["200"].content["application/json"].schema);
    const [column] = Object.entries(result.properties).find(([, field]) => field.type === "number") ?? [];
    if (over === undefined || column === undefined) return [];
    const { [over]: _, ...rest } = input;
    const vary = { [over]: { from: value / 2, to: value * 2, points: 7 } };
    return [{ summary: `${title}, over ${over}`, name, value: { input: rest, vary, columns: [column] } }];
  });
}
