// The words of a command line: options and flags taken out by name, and what nobody took refused with a hint.
import { likely } from "../engine/language/nearest.js";

/** Wrong use of the command line, said to whoever typed it; the exit code is 2. */
export class Usage extends Error {}

/** Takes an option and its value out of the arguments. */
export function takeOption(args: string[], name: string): string | undefined {
  const at = args.findIndex((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
  if (at < 0) return undefined;
  const [arg = ""] = args.splice(at, 1);
  if (arg.includes("=")) return arg.slice(arg.indexOf("=") + 1);
  const [value] = args.splice(at, 1);
  if (value === undefined) throw new Usage(`--${name} needs a value.`);
  return value;
}

/** Takes a flag out of the arguments. */
export function takeFlag(args: string[], name: string): boolean {
  const at = args.indexOf(`--${name}`);
  if (at < 0) return false;
  args.splice(at, 1);
  return true;
}

/** Refuses an option that is still there after those that the command knows were taken. */
export function refuseOptions(command: string, args: readonly string[], known: readonly string[]): void {
  const option = args.find((arg) => arg.startsWith("-") && arg !== "-");
  if (option === undefined) return;
  const names = known.map((name) => `--${name}`);
  const meant = likely(option.replace(/=.*$/s, ""), names);
  const hint = meant === undefined ? `It knows ${names.join(", ")}.` : `Did you mean ${meant}?`;
  throw new Usage(`${command} does not know ${option}. ${hint}`);
}
