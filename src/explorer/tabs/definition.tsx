// Definition
import type { OpenTool } from "../asked.js";
export function Definition({ open }: { open: OpenTool }) {
  return <p>{open.entry.title}</p>;
}
