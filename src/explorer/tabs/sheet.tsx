// Sheet
import type { OpenTool } from "../asked.js";
export function Sheet({ open }: { open: OpenTool }) {
  return <p>{open.entry.title}</p>;
}
