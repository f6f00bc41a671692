// Wrong use of the command line.
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
