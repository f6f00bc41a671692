// mathjs, taken as the one file that its makers bundle: its modules one by one take 0.55 s to load, this
// file 0.26 s, of the 5 s that a whole `plumbline check` takes.
import type { MathJsInstance } from "mathjs";
import bundle from "mathjs/lib/browser/math.js";

export const math: MathJsInstance = bundle;
