// Settings from the environment: each read by its name, and refused with a sentence where its value makes no sense.
import { Usage } from "./usage.js";

export type Environment = Readonly<Record<string, string | undefined>>;

/** One of some words; the first is the default. */
export function word(env: Environment, name: string, words: readonly string[]): string {
  const given = text(env, name) ?? words[0] ?? "";
  if (!words.includes(given)) throw new Usage(`${name} must be one of ${words.join(", ")}, not ${given}.`);
  return given;
}

/** An empty variable counts as not set. */
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
  const number = Number(given);
  if (!Number.isInteger(number) || number < least || number > most)
    throw new Usage(`${name} must be a whole number from ${least} to ${most}, not ${given}.`);
  return number;
}
