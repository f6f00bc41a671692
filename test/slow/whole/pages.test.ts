// All of what `npm test` tries in part.
import "../../browser/pages.test.js";
