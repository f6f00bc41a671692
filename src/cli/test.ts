// `plumbline test`: all that must hold before a change of definitions is shared.
import { Arguments } from "../settings/arguments.js";
import { check } from "./check.js";
import { golden } from "./golden.js";
import { promises } from "./promises.js";

export async function test(args: Arguments): Promise<number> {
  // The words are tools; check takes files, and a set is whole or not.
  const whole = new Arguments(args.command, args.typed, [], args.given);
  const checked = await check(whole);
  if (checked !== 0) return checked;
  const compared = await golden(args);
  const tried = await promises(args);
  return Math.max(compared, tried);
}
