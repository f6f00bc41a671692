// All of what `npm test` tries in part.
import "../../pages/graph-golden.test.js";
