// All of what `npm test` tries in part.
import "../../engine/rule-sets.test.js";
