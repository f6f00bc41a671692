// All of what `npm test` tries in part.
import "../../workbench/rule-sets.test.js";
