// All of what `npm test` tries in part.
import "../../browser/office.test.js";
