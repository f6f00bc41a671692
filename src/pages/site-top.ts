// The header of every page outside of the explorer, which renders the same one: home, site links and search.
import { type Html, html, trusted } from "./html.js";

const ICON = trusted(
  '<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#0b6b4f"/><path d="M16 4v12" stroke="#fff" stroke-width="2" stroke-linecap="round"/><path d="M11 15h10l-5 13z" fill="#fff"/></svg>',
);

export interface SiteTop {
  /** Relative path of the site's root; undefined for pages without a service. */
  readonly root: string | undefined;
  /** Relative path of the rule book. */
  readonly rules: string;
  readonly here?: "rules" | "docs";
}

export function siteTop({ root, rules, here }: SiteTop): Html {
  const link = (path: string, title: string, name?: string) =>
    html`<a href="${path}"${name !== undefined && name === here && trusted(' aria-current="true"')}>${title}</a>`;
  return html`<header class="top"><a class="brand" href="${root ?? `${rules}index.html`}">${ICON}Plumbline</a><nav aria-label="Site">${
    root !== undefined && link(root, "Tools")
  }${link(root === undefined ? `${rules}index.html` : rules, "Rule book", "rules")}${
    root !== undefined && link(`${root}docs`, "API", "docs")
  }</nav><form role="search" action="${root ?? `${rules}search.html`}" method="get"${
    root !== undefined && html` data-tools="${root}#/"`
  }><label for="site-search">Search</label><input id="site-search" name="q" type="search" placeholder="Search tools, rules, docs  ( / )" autocomplete="off" maxlength="200"></form></header>`;
}
