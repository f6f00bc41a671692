// Folders of the project and its tests.
import { join } from "node:path";

export const TEST = join(import.meta.dirname, "..");
export const ROOT = join(TEST, "..");
