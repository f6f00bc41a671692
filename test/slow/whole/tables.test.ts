// All of what `npm test` tries in part.
import "../../tables/tables.test.js";
