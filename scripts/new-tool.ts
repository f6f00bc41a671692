// A new tool to start from: a definition with every section, commented, and golden cases worked out by hand.
//   npm run new-tool <name>
// Exit codes: 0 good, 1 the new tool would not be good and nothing was written, 2 wrong usage.
import { Usage } from "../src/command/usage.js";
import { newToolCommand } from "../src/trust/new-tool.js";

try {
  process.exitCode = await newToolCommand(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Usage)) throw error;
  process.stderr.write(`new-tool: ${error.message}\n`);
  process.exitCode = 2;
}
