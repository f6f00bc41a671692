// API keys as text: a recognisable prefix, the key's id, 256 random bits and a checksum. Only their hash is stored.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { sha256 } from "../definitions/folder.js";
import { remembered } from "./recent.js";

const PREFIX = "plb_";
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ID_LENGTH = 12;
/** Digits of 256 bits. */
const SECRET_LENGTH = 43;
/** Digits of 32 bits. */
const CHECK_LENGTH = 6;
const WRITTEN = new RegExp(
  `^${PREFIX}([0-9A-Za-z]{${ID_LENGTH}})([0-9A-Za-z]{${SECRET_LENGTH}})([0-9A-Za-z]{${CHECK_LENGTH}})$`,
);
export const ID = new RegExp(`^[0-9A-Za-z]{${ID_LENGTH}}$`);

export interface KeyToken {
  readonly id: string;
  readonly hash: string;
}

export function newId(): string {
  return digits(randomBytes(9), ID_LENGTH);
}

export function newToken(id: string): string {
  const body = `${PREFIX}${id}${digits(randomBytes(32), SECRET_LENGTH)}`;
  return body + checksum(body);
}

/** Returns the key's id and hash, or undefined if the checksum is wrong. */
export function readToken(text: string): KeyToken | undefined {
  const match = WRITTEN.exec(text);
  if (match === null) return undefined;
  const [, id = "", , check] = match;
  if (checksum(text.slice(0, -CHECK_LENGTH)) !== check) return undefined;
  return { id, hash: sha256(text) };
}

/** Cached tokens. */
const MOST_REMEMBERED = 2000;
/** Cached, because hashing is a considerable part of a call's cost. */
export const tokenOf = remembered(MOST_REMEMBERED, readToken);

/** Returns the token of `Authorization: Bearer`, or the empty text if it is missing; undefined for other schemes. */
export function bearerOf(authorization: unknown): string | undefined {
  if (typeof authorization !== "string") return undefined;
  const match = /^bearer(?:[ \t]+(.*))?$/i.exec(authorization.trim());
  return match === null ? undefined : (match[1] ?? "");
}

/** Compares in constant time. */
export function sameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

/** Detects a mistyped or truncated key without a lookup. */
function checksum(body: string): string {
  return digits(createHash("sha256").update(body).digest().subarray(0, 4), CHECK_LENGTH);
}

function digits(bytes: Buffer, length: number): string {
  let rest = BigInt(`0x${bytes.toString("hex")}`);
  let text = "";
  for (let at = 0; at < length; at++) {
    text = (DIGITS[Number(rest % 62n)] ?? "") + text;
    rest /= 62n;
  }
  return text;
}
