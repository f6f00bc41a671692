// An emphasised message.
import type { ComponentChildren } from "preact";
import type { Tone } from "../../engine/language/headline.js";

export function Notice({ tone, children }: { tone: Tone; children: ComponentChildren }) {
  return (
    <div class={`notice ${tone}`} role={tone === "bad" ? "alert" : "status"}>
      {children}
    </div>
  );
}
