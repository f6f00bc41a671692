// All of what `npm test` tries in part.
import "../../independent/golden.test.js";
