// All of what `npm test` tries in part.
import "../../engine/evaluators.test.js";
