// Where the project and its tests stand on disk.
import { join } from "node:path";

export const TEST = join(import.meta.dirname, "..");
export const ROOT = join(TEST, "..");
