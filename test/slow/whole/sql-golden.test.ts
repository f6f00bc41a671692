// All of what `npm test` tries in part.
import "../../engine/sql-golden.test.js";
