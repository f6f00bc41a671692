// `plumbline mcp`: MCP over standard input and output, for clients that start the process.
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { FREE_TIER } from "../../access/admission.js";
import { packageVersion } from "../../definitions/folder.js";
import type { Arguments } from "../../settings/arguments.js";
import { licensed, tellLeftOut } from "../../settings/licences.js";
import { definitionsFolder, servedSet } from "../../settings/served-set.js";
import { Usage } from "../../settings/usage.js";
import { Explanations, explainerOf } from "../calls/explanations.js";
import { makeRules, Rules } from "../documents/rule-book.js";
import { EXPLAIN_QUEUE } from "../options.js";
import { stopSignal } from "../signals.js";
import { LINKS_SINCE, type View, viewOf } from "./mcp-request.js";
import { methodsOf } from "./methods.js";
import { answerTo, mcpServer, showsApps } from "./server.js";

export async function mcpOverStdio(args: Arguments): Promise<number> {
  const folder = definitionsFolder(args.atMost(0));
  const view = viewIn(args);
  const all = await servedSet(folder);
  if (all === undefined) return 1;
  const { set, leftOut } = licensed(all, process.env);
  tellLeftOut(leftOut);
  const version = packageVersion();
  const explanations = new Explanations(EXPLAIN_QUEUE, explainerOf(set));
  const methods = methodsOf({ set, version, explanations, rules: new Rules(set, makeRules) });
  // Standard output carries the protocol, so messages go to standard error.
  const failed = (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  };
  const ended = new Promise<void>((resolve) => process.stdin.once("end", resolve));
  const handle = serveStdio(
    ({ era }) =>
      mcpServer(version, async (method, params, server) => {
        const asked = {
          tier: FREE_TIER,
          caller: "stdio",
          modern: era === "modern",
          links: (server.getNegotiatedProtocolVersion() ?? "") >= LINKS_SINCE,
          apps: showsApps(server.getClientCapabilities()),
          view,
          hasLeft: () => false,
        };
        return (await answerTo(methods, method, params, asked, failed)).result;
      }),
    { onerror: failed },
  );
  await Promise.race([ended, stopSignal()]);
  await handle.close();
  return 0;
}

/** `--tools=search` and `--schemas=full`, as in the address over HTTP. */
function viewIn(args: Arguments): View {
  const view = viewOf({ tools: args.text("tools"), schemas: args.text("schemas") });
  if (view === undefined) throw new Usage("--tools is all or search, and --schemas short or full.");
  return view;
}
