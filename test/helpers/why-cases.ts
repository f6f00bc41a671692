// User questions with expected answers of Why, from test/why.yaml.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { TEST } from "./folders.js";
import { ownTool } from "./own-definitions.js";

interface WrittenCase {
  readonly question?: string;
  readonly tool: string;
  readonly example?: string;
  readonly with?: object;
  readonly input?: object;
  readonly seen?: readonly string[];
  readonly says?: readonly string[];
  readonly steps?: readonly string[];
  readonly never?: readonly string[];
  readonly answers?: readonly string[];
  readonly numbers?: readonly string[];
  readonly drawn?: readonly string[];
  readonly follow?: { readonly number: string; readonly to: string; readonly back: string };
  readonly find?: { readonly word: string; readonly group: string; readonly never: string };
}

export interface WhyCase extends Omit<WrittenCase, "example" | "with"> {
  readonly title: string;
  readonly input: object;
}

export function whyCases(): readonly WhyCase[] {
  const written = parse(readFileSync(join(TEST, "why.yaml"), "utf8")) as readonly WrittenCase[];
  return written.map(({ example, with: changed = {}, input, ...rest }) => {
    const found = ownTool(rest.tool).facts.examples.find(({ title }) => title === example);
    if (found === undefined && input === undefined) throw new Error(`${rest.tool} has no example ${example}`);
    const title = `${rest.tool}, ${example ?? "an input of its own"}: ${JSON.stringify(input ?? changed)}`;
    return { ...rest, title, input: { ...(found?.input as object), ...changed, ...input } };
  });
}
