// A group: values under a common name and, maybe, a common condition. It sees its surroundings.

import { Frame } from "../reference/frame.js";
import { byName } from "../reference/walker.js";
import type { Kind } from "./kind.js";

export const group: Kind<"group", "frame"> = {
  name: "group",
  body: "frame",
  infer(typer, slot, def) {
    const scope = typer.scope("group", slot.scope, def.name, def.values);
    return {
      type: { kind: "record", shapes: [scope.shape], nullable: false },
      body: { kind: "frame", scope, args: new Map() },
    };
  },
  compile: (code, body) => `r = ${code.newFrame(body.scope, body.args)};`,
  evaluate: async (walker, def, frame) => new Frame(def.name, frame, byName(def.values), walker.context),
};
