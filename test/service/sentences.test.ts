// Splitting texts into sentences.
import { expect, test } from "vitest";
import { purposeOf, sentencesOf } from "../../src/wording/sentences.js";

test.each([
  ["One sentence.", ["One sentence."]],
  ["One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]],
  ["Free text, e.g. Revit, or i.e. Nothing. Next.", ["Free text, e.g. Revit, or i.e. Nothing.", "Next."]],
  ["The measures of Art. 21(2) apply. See Art. G.", ["The measures of Art. 21(2) apply.", "See Art. G."]],
  ["BGBl. 2026 I Nr. 226. Section 56 asks.", ["BGBl. 2026 I Nr. 226.", "Section 56 asks."]],
  ["At most 3.5 times. (As said.) Done.", ["At most 3.5 times.", "(As said.) Done."]],
  ["", [""]],
])("%s", (text, sentences) => {
  expect(sentencesOf(text)).toEqual(sentences);
});

test.each([
  [
    "Sizes a beam for one span or two (timber: one span), or checks one. More.",
    "Sizes a beam for one span or two (timber: one span), or checks one.",
  ],
  [
    "Efficiency of a data centre or of a server room: a rating, a cost. More.",
    "Efficiency of a data centre or of a server room.",
  ],
  [
    "Short: it goes on to say what a tool of its kind is for; and how.",
    "Short: it goes on to say what a tool of its kind is for.",
  ],
])("what a tool is for: %s", (description, purpose) => {
  expect(purposeOf(description)).toBe(purpose);
});
