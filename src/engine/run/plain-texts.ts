// Texts that can stand in JSON as they are: what is made of such texts, numbers and dates is such a text again.

/** Characters that cannot stand in a JSON text as they are, and halves of characters, which could stand alone. */
export const UNSAFE = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

export function isPlain(text: string): boolean {
  return !UNSAFE.test(text);
}

export function holdsPlainTexts(value: unknown): boolean {
  if (typeof value === "string") return isPlain(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isPlain(key) && holdsPlainTexts(inner));
}
