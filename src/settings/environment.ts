// Reads settings from the environment. Invalid values are refused with a message.
import { oneWord, wholeNumber } from "./usage.js";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns one of several words; the first is the default. */
export function word(env: Environment, name: string, words: readonly string[]): string {
  return oneWord(name, text(env, name) ?? words[0] ?? "", words);
}

/** An empty variable counts as unset. */
export function text(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === "" ? undefined : value;
}

export function list(env: Environment, name: string): string[] | undefined {
  const words = text(env, name)
    ?.split(",")
    .map((word) => word.trim());
  return words?.filter((word) => word !== "");
}

export function whole(env: Environment, name: string, fallback: number, least: number, most: number): number {
  const given = text(env, name);
  if (given === undefined) return fallback;
  return wholeNumber(name, given, least, most);
}
