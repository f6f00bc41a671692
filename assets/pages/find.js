// The search of the site: looks through the index of the rule book and gives what fits, best first. Numbers are found as a
// whole (1.5 is not in 1.54), words from their beginning, and a word that nothing holds as the one nearest to it.
(() => {
  const { pages, entries } = globalThis.ruleBook;
  const places = [
    ...pages.map(([path, title, kind, text, tools]) => ({ path, anchor: "top", label: title, where: kind, text, title, tools, isPage: true })),
    ...entries.map(([at, anchor, label, text]) => {
      const [path, title, kind, , tools] = pages[at];
      return { path, anchor, label, where: label === title ? kind : title, text, title, tools, isPage: false };
    }),
  ].map((place) => {
    const name = place.isPage ? place.path.replace(/^.*\/|\.html$/g, "") : place.anchor;
    return { ...place, all: `${name.replaceAll("_", " ")} · ${place.text}` };
  });
  /** What people write before the number of a clause. */
  const FILLERS = /^(clause|cl\.?|section|§)$/i;

  const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

  function pattern(text) {
    const isClause = /^\d+(\.\d+){2,}$/.test(text);
    const before = /^\d/.test(text) ? "(?<![\\d.,])" : /^\p{L}/u.test(text) ? "(?<![\\p{L}\\d])" : "";
    const after = /\d$/.test(text) ? (isClause ? "(?!\\d)" : "(?!\\d|[.,]\\d)") : "";
    return new RegExp(before + escaped(text).replace(/\s+/g, "\\s+") + after, "iu");
  }

  /** 0 where it does not fit; more where it fits better. */
  function fit({ label, all, title }, whole, words) {
    if (label.toLowerCase() === whole.text) return 5;
    if (whole.pattern.test(label)) return 4;
    if (whole.pattern.test(all)) return 3;
    const own = `${label} ${all}`;
    if (words.every((word) => word.test(own))) return 2;
    return words.every((word) => word.test(`${title} ${own}`)) ? 1 : 0;
  }

  function fitting(words) {
    const text = words.join(" ");
    const whole = { text, pattern: pattern(text) };
    const each = words.map(pattern);
    return places
      .flatMap((place) => {
        const score = fit(place, whole, each);
        const bonus = place.isPage ? (place.where === "tool" ? 1.5 : 0.5) : 0;
        return score === 0 ? [] : [{ ...place, score: score + bonus, at: place.text.search(whole.pattern) }];
      })
      .sort((a, b) => b.score - a.score);
  }

  let vocabulary;
  function wordsKnown() {
    vocabulary ??= new Set(places.flatMap(({ label, text }) => `${label} ${text}`.toLowerCase().match(/\p{L}{4,}/gu) ?? []));
    return vocabulary;
  }

  /** Letters that were added, left out, changed or swapped; more than two are too many. */
  function distance(a, b) {
    if (Math.abs(a.length - b.length) > 2) return 3;
    let [before, above] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)];
    for (let i = 1; i <= a.length; i++) {
      const row = [i];
      for (let j = 1; j <= b.length; j++) {
        row[j] = Math.min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
        if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j], before[j - 2] + 1);
      }
      [before, above] = [above, row];
    }
    return above[b.length];
  }

  function nearest(word) {
    if (word.length < 4 || !/^\p{L}+$/u.test(word) || places.some(({ label, all }) => pattern(word).test(`${label} ${all}`)))
      return word;
    let [best, least] = [word, word.length < 7 ? 2 : 3];
    for (const known of wordsKnown()) {
      const edits = distance(word, known);
      if (edits < least) [best, least] = [known, edits];
    }
    return best;
  }

  /** What fits a text, and the words that were looked for where they are not those that were typed. */
  globalThis.findInRules = (query) => {
    const typed = query.trim().toLowerCase().split(/\s+/).filter((word) => word !== "");
    const words = typed.length > 1 ? typed.filter((word) => !FILLERS.test(word)) : typed;
    if (words.length === 0) return { hits: [] };
    const hits = fitting(words);
    if (hits.length > 0) return { hits };
    const near = words.map(nearest);
    return near.every((word, at) => word === words[at]) ? { hits } : { hits: fitting(near), instead: near.join(" ") };
  };
})();
