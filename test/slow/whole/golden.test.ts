// All of what `npm test` tries in part.
import "../../engine/golden.test.js";
