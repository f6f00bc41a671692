// The checklist of a tool with requirements.
import type { Result } from "../../engine/run/tool.js";
import { countsOf, requirementsIn } from "../../pages/sheet/checklist.js";
import { inPlainWords } from "../plain-text.js";
import type { OpenTool } from "../tool-data.js";
import { showInput } from "./notes.js";

/** The requirements with their statuses; an input that would settle one leads to its field. */
export function Checklist({ open, result }: { open: OpenTool; result: Result }) {
  const list = requirementsIn(result, open.inputSchema);
  if (list.length === 0) return null;
  return (
    <div class="checklist">
      <h2>Requirements: {countsOf(list)}</h2>
      <ul>
        {list.map((each) => (
          <li key={each.id} class={`tone-${each.tone}`}>
            <span class="status">
              <span aria-hidden="true">{each.icon}</span> {each.word}
            </span>
            <span>
              {inPlainWords(each.sentence)} <span class="clause">{each.clause}</span>
              {each.day !== "" && <span class="day">{each.day}</span>}
              {each.settle.length > 0 && (
                <span class="settle">
                  {"What would settle it: "}
                  {each.settle.map(([name, title], at) => (
                    <span key={name}>
                      {at > 0 && ", "}
                      <button type="button" onClick={() => showInput(name.split(".")[0] ?? name)}>
                        {title}
                      </button>
                    </span>
                  ))}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
