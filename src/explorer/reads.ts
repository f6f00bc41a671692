// Determines which inputs a result depends on, by watching the compiled tool.
import type { RuntimeTool } from "../engine/run/tool.js";
import type { FormInput } from "./inputs.js";

/** Compiled code stores an input under `i_` and whether it was sent under `s_`; see compile/slots. */
const INPUT = /^[is]_(.+)$/;

export function readsOf(tool: RuntimeTool, input: FormInput): ReadonlySet<string> {
  const { compiled } = tool.ready();
  const reads = new Set<string>();
  const watched = new Proxy(compiled.open(input), {
    get(root, name) {
      const found = typeof name === "string" ? INPUT.exec(name)?.[1] : undefined;
      if (found !== undefined) reads.add(found);
      return Reflect.get(root, name) as unknown;
    },
  });
  compiled.result(watched);
  return reads;
}
