// `plumbline test`: runs check, golden and promises before a change is shared.
import { Arguments } from "../settings/arguments.js";
import { check } from "./check.js";
import { golden } from "./golden.js";
import { promises } from "./promises.js";

export async function test(args: Arguments): Promise<number> {
  // The words name tools, but check takes files, so it runs on the whole set.
  const whole = new Arguments(args.command, args.typed, [], args.given);
  const checked = await check(whole);
  if (checked !== 0) return checked;
  const compared = await golden(args);
  const tried = await promises(args);
  return Math.max(compared, tried);
}
