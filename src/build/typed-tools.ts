// Writes the tools of a set as typed modules, and an index module. They use no Node APIs.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readJson } from "../definitions/folder.js";
import type { ToolData } from "../engine/run/tool.js";
import type { Index } from "./form.js";
import { typeOf } from "./schema-types.js";

const FOLDER = "tools";
/** The import path of the runtime. */
const RUNTIME = "plumbline-engine/browser";

/** Writes the modules next to the built form. Legacy tools are omitted. */
export function writeTypedTools(index: Index, folder: string): void {
  const served = index.tools.filter(({ legacy }) => !legacy);
  mkdirSync(join(folder, FOLDER), { recursive: true });
  for (const { facts, module, data } of served) {
    const { name, title, version } = facts;
    const known = readJson(join(folder, data)) as ToolData;
    const type = capital(name);
    const code = [
      `// ${title} (${name} ${version}) as a function.`,
      `import * as code from "../${module}";`,
      `import { typedTool } from "${RUNTIME}";`,
      `export const ${name} = /* @__PURE__ */ typedTool(${JSON.stringify(facts)}, ${JSON.stringify(known)}, code);`,
      "",
    ];
    const types = [
      `// ${title} (${name} ${version}): input and result types.`,
      `import type { TypedTool } from "${RUNTIME}";`,
      `export type ${type}Input = ${typeOf(known.inputSchema)};`,
      `export type ${type}Result = ${typeOf(known.outputSchema)};`,
      `/** ${facts.description.replaceAll("*/", "* /")} */`,
      `export declare const ${name}: TypedTool<${type}Input, ${type}Result>;`,
      "",
    ];
    writeFileSync(join(folder, FOLDER, `${name}.js`), code.join("\n"));
    writeFileSync(join(folder, FOLDER, `${name}.d.ts`), types.join("\n"));
  }
  const all = served.map(({ facts }) => `export * from "./${FOLDER}/${facts.name}.js";`);
  const errors = `export { InputError } from "${RUNTIME}";`;
  writeFileSync(join(folder, "tools.js"), [...all, errors, ""].join("\n"));
  writeFileSync(join(folder, "tools.d.ts"), [...all, errors, ""].join("\n"));
}

/** Converts a tool name to a type name: some_tool becomes SomeTool. */
function capital(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
