// Texts cut into sentences.
import { expect, test } from "vitest";
import { sentencesOf } from "../../src/wording/sentences.js";

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
