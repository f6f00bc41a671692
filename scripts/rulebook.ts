// The definitions as a rule book to read in a browser: tools, rules in sentences, tables, sources, history.
//   npm run rulebook [-- --output DIR]          into DIR, or rulebook/; a rule book that is there is replaced
// Exit codes: 0 good, 1 the definitions have errors, 2 wrong usage or a folder that is something else, 130 interrupted.
import { Usage } from "../src/command/usage.js";
import { rulebookCommand } from "../src/pages/rulebook/command.js";

try {
  process.exitCode = await rulebookCommand(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Usage)) throw error;
  process.stderr.write(`rulebook: ${error.message}\n`);
  process.exitCode = 2;
}
