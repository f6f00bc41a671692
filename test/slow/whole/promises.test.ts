// All of what `npm test` tries in part.
import "../../workbench/promises.test.js";
