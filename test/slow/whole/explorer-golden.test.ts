// All of what `npm test` tries in part.
import "../../browser/explorer-golden.test.js";
