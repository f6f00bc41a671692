// WhatIf
import type { OpenTool } from "../asked.js";
export function WhatIf({ open }: { open: OpenTool }) {
  return <p>{open.entry.title}</p>;
}
