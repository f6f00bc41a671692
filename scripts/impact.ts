// Which results a change of the definitions moves.
//   npm run impact -- <git-rev>                 that revision against the working tree
//   npm run impact -- <git-rev> <git-rev>       two revisions; --json or --markdown for other forms
// Exit codes: 0 good, 1 results change without a new version or a set does not load, 2 wrong usage.
import { Usage } from "../src/command/usage.js";
import { impactCommand } from "../src/trust/impact-command.js";

try {
  process.exitCode = impactCommand(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Usage)) throw error;
  process.stderr.write(`impact: ${error.message}\n`);
  process.exitCode = 2;
}
