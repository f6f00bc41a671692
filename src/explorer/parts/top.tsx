// The bar above every page.
import icon from "../icon.svg";
import { catalogue } from "../state.js";
import { isWhole } from "../without-network.js";

export function Top() {
  return (
    <header class="top">
      <a class="brand" href="#/">
        <img src={icon} alt="" width="28" height="28" />
        Plumbline <span>Explorer</span>
      </a>
      <nav aria-label="Site">
        {catalogue.value !== undefined && (
          <span class="edition">
            Edition {catalogue.value.edition}
            {isWhole.value && ", works offline"}
          </span>
        )}
        <a href="#/">Tools</a>
        <a href="/rules/">Rule book</a>
        <a href="/docs">API</a>
      </nav>
    </header>
  );
}
