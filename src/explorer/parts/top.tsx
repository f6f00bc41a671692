// The header of every page: home, site links and search. src/pages/site-top.ts renders the same one for other pages.
import { useEffect, useRef } from "preact/hooks";
import { address, goTo } from "../address.js";
import icon from "../icon.svg";
import { clearQuery, found, inputOf, loadIndex, placeLink, query } from "../search.js";
import { catalogue } from "../state.js";
import { startAddress } from "../tool-link.js";
import { isWhole } from "../without-network.js";

export function Top() {
  return (
    <header class="top">
      <a class="brand" href="#/" onClick={clearQuery}>
        <img src={icon} alt="" width="28" height="28" />
        Plumbline
      </a>
      <nav aria-label="Site">
        <a
          href="#/"
          onClick={clearQuery}
          {...(address.value.tool === "" ? { "aria-current": "true" as const } : {})}
        >
          Tools
        </a>
        <a href="/rules/">Rule book</a>
        <a href="/docs">API</a>
        {catalogue.value !== undefined && (
          <span class="edition">
            Edition {catalogue.value.edition}
            {isWhole.value && ", tools work offline"}
          </span>
        )}
      </nav>
      <Search />
    </header>
  );
}

function Search() {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const on = event.target instanceof Element ? event.target : undefined;
      const isTyping = on?.closest("input, textarea, select, .code-host") != null;
      const isWanted =
        (event.key === "/" && !isTyping) || (event.key === "k" && (event.ctrlKey || event.metaKey));
      if (!isWanted || event.altKey) return;
      event.preventDefault();
      box.current?.select();
    };
    addEventListener("keydown", focus);
    return () => removeEventListener("keydown", focus);
  }, []);
  return (
    <form role="search" onSubmit={openFirst}>
      <label for="site-search">Search</label>
      <input
        id="site-search"
        ref={box}
        type="search"
        placeholder="Search tools, rules, docs  ( / )"
        autocomplete="off"
        maxLength={200}
        value={query.value}
        onFocus={loadIndex}
        onInput={(event) => {
          loadIndex();
          query.value = event.currentTarget.value;
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") clearQuery();
        }}
      />
    </form>
  );
}

function openFirst(event: Event): void {
  event.preventDefault();
  const { tools, docs, places, isAboutDocs } = found.value;
  const [tool] = tools;
  const [doc] = docs;
  const [place] = places;
  if (query.value.trim() === "") return;
  if (doc !== undefined && (isAboutDocs || tool === undefined)) location.href = doc.path;
  else if (tool !== undefined) {
    clearQuery();
    goTo(startAddress(tool.entry, inputOf(tool)));
  } else if (place !== undefined) location.href = placeLink(place);
}
