// Ranks entries by the words of a query. The rule book ships this class as text, so it refers to nothing outside of itself.

/** What a search looks through: texts, each with the weight of its words. */
export interface Searchable {
  readonly texts: readonly (readonly [weight: number, text: string])[];
}

export interface Hit<E extends Searchable> {
  readonly entry: E;
  /** Share of the query that the entry answers, from 0 to 1. */
  readonly score: number;
}

/** Returns the number of edits between two words, or more than `most`. */
type Distance = (a: string, b: string, most: number) => number;

export interface SearchOptions {
  readonly distance: Distance;
  /** Shorter numbers are quantities and are ignored; longer ones name a standard or a year. */
  readonly shortestNumber: number;
}

export class Search<E extends Searchable> {
  /** Characters of a query that are read. */
  private static readonly LONGEST = 2000;
  /** Words of a query that are looked up. An unknown word is compared with every indexed word. */
  private static readonly MOST_WORDS = 40;
  /** Saturation of repeated words, as in BM25. */
  private static readonly SATURATION = 2.5;
  /** Worth of a word that matches by its beginning, or with a typing error. */
  private static readonly ALIKE = 0.5;
  /** Least score of a hit, and least share of the best score. */
  private static readonly LEAST = 0.12;
  private static readonly BEHIND = 0.4;
  /** Texts of at least this weight are also found by two of their words written as one. */
  private static readonly COMPOUNDS = 3;
  private static readonly UNITS = new Set(
    "a c d degc eur aed usd gbp ft g gw gwh h ha k kg kn kpa kv kva kw kwh l m mm cm km m2 m3 mpa mw mwh n nm pa pct sqft sqm sq t v w wh".split(
      " ",
    ),
  );
  /** Stop words. */
  private static readonly COMMON =
    /^(?:a|about|after|all|also|am|an|and|any|are|as|at|be|been|before|being|between|both|but|by|can|could|did|do|does|done|down|each|enough|far|few|for|from|get|give|given|go|got|had|has|have|he|her|him|his|how|i|if|in|into|is|it|its|just|keep|know|like|long|look|make|many|may|me|might|more|most|much|must|my|need|no|not|now|of|off|on|one|only|or|other|our|out|over|own|per|put|rather|same|seem|seems|shall|she|should|so|some|such|take|tell|than|that|the|their|them|then|there|these|they|this|those|through|to|too|under|up|us|use|used|using|very|want|was|way|we|were|what|when|where|which|while|who|whom|why|will|with|without|would|yes|yet|you|your)$/;
  /** Weight of each word in each entry that contains it. */
  private readonly holders = new Map<string, Map<number, number>>();

  constructor(
    private readonly entries: readonly E[],
    private readonly options: SearchOptions,
  ) {
    for (const [at, { texts }] of entries.entries())
      for (const [weight, text] of texts) {
        const words = this.wordsOf(text);
        for (const word of words) this.add(word, at, weight);
        if (weight >= Search.COMPOUNDS)
          for (const [next, word] of words.slice(1).entries()) this.add(`${words[next]}${word}`, at, weight);
      }
  }

  /** Returns the entries that answer most of the query, best first, without those far behind the best. */
  find(query: string): Hit<E>[] {
    const scores = new Map<number, number>();
    let total = 0;
    for (const word of new Set(this.wordsOf(query.slice(0, Search.LONGEST)).slice(0, Search.MOST_WORDS))) {
      const worth = new Map<number, number>();
      const matches = this.matchesOf(word);
      // A word that no entry contains counts as a rare one; such a number is ignored.
      let rarest = matches.length === 0 && !/\d/.test(word) ? Math.log(1 + this.entries.length) : 0;
      for (const [match, likeness] of matches) {
        const holders = this.holders.get(match) ?? new Map<number, number>();
        const rarity = Math.log(1 + this.entries.length / holders.size);
        rarest = Math.max(rarest, rarity * likeness);
        for (const [at, weight] of holders) {
          const value = (likeness * rarity * weight) / (weight + Search.SATURATION);
          worth.set(at, Math.max(value, worth.get(at) ?? 0));
        }
      }
      total += rarest;
      for (const [at, value] of worth) scores.set(at, (scores.get(at) ?? 0) + value);
    }
    const best = Math.max(...scores.values()) / total;
    return [...scores]
      .flatMap(([at, score]) => {
        const entry = this.entries[at];
        const share = score / total;
        const isNear = share >= Search.LEAST && share >= best * Search.BEHIND;
        return entry === undefined || !isNear ? [] : [{ entry, score: share }];
      })
      .sort((a, b) => b.score - a.score);
  }

  private add(word: string, at: number, weight: number): void {
    const holders = this.holders.get(word) ?? new Map<number, number>();
    this.holders.set(word, holders.set(at, (holders.get(at) ?? 0) + weight));
  }

  /** Returns the indexed words that a word may stand for: itself, then equal beginnings, then typing errors. */
  private matchesOf(word: string): (readonly [word: string, likeness: number])[] {
    const known = [...this.holders.keys()];
    const begin = /^\d/.test(word)
      ? known.filter((other) => word.split(".").length > 2 && other.startsWith(`${word}.`))
      : known.filter(
          (other) =>
            other !== word &&
            ((word.length > 2 && other.startsWith(word)) || (other.length > 3 && word.startsWith(other))),
        );
    const alike = begin.map((other) => [other, Search.ALIKE] as const);
    if (this.holders.has(word)) return [[word, 1], ...alike];
    if (alike.length > 0 || word.length < 4 || /\d/.test(word)) return alike;
    const most = word.length < 7 ? 1 : 2;
    return known
      .filter((other) => other.length > 3 && this.options.distance(word, other, most) <= most)
      .map((other) => [other, Search.ALIKE] as const);
  }

  /** Returns the stems and numbers of a text, without stop words, units, quantities and single letters. */
  private wordsOf(text: string): string[] {
    const words = text.toLowerCase().match(/\d+(?:[.,]\d+)*|\p{L}[\p{L}\p{N}]*/gu) ?? [];
    return words.flatMap((word, at) => {
      if (/^\d/.test(word)) {
        const isQuantity = Search.UNITS.has(words[at + 1] ?? "");
        return word.length < this.options.shortestNumber || isQuantity ? [] : [word];
      }
      return word.length < 2 || Search.COMMON.test(word) || Search.UNITS.has(word) ? [] : [this.stem(word)];
    });
  }

  private stem(word: string): string {
    if (word.length < 4) return word;
    return word
      .replace(/ies$/, "y")
      .replace(/(?<=[^s])s$/, "")
      .replace(/(?<=\p{L}{3})(ing|ed)$/u, "")
      .replace(/(?<=\p{L}{3})e$/u, "");
  }
}
