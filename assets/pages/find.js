// Searches the index of the rule book with the program's own Search, which stands before this text in the written file.
(() => {
  const { pages, entries } = globalThis.ruleBook;
  const places = [
    ...pages.map(([path, title, kind, text, tools]) => ({ path, anchor: "top", label: title, where: kind, text, title, tools, isPage: true })),
    ...entries.map(([at, anchor, label, text]) => {
      const [path, title, kind, , tools] = pages[at];
      return { path, anchor, label, where: label === title ? kind : title, text, title, tools, isPage: false };
    }),
  ].map((place) => {
    const name = (place.isPage ? place.path.replace(/^.*\/|\.html$/g, "") : place.anchor).replaceAll("_", " ");
    const texts = [
      [4, place.label],
      [place.isPage && place.where === "tool" ? 4 : 2, name],
      // Whole pages list what their sections say.
      [place.anchor === "top" ? 0.5 : 1, place.text],
      [0.5, place.title],
    ];
    return { ...place, texts };
  });
  /** Words before the number of a clause. */
  const FILLERS = /\b(clause|cl\.|section)\s|§/gi;
  const search = new globalThis.Search(places, { distance: globalThis.editDistance, shortestNumber: 1 });

  /** Returns the places that answer most of a query, best first, each with its score. */
  globalThis.findInRules = (query) => {
    const number = query.replace(FILLERS, "");
    return search.find(/\d/.test(number) ? number : query).map(({ entry, score }) => ({ ...entry, score }));
  };
})();
