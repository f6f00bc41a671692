// Compare
import type { OpenTool } from "../asked.js";
export function Compare({ open }: { open: OpenTool }) {
  return <p>{open.entry.title}</p>;
}
