// All of what `npm test` tries in part.
import "../../browser/table-tab.test.js";
