// Why
import type { OpenTool } from "../asked.js";
export function Why({ open }: { open: OpenTool }) {
  return <p>{open.entry.title}</p>;
}
