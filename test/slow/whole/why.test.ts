// All of what `npm test` tries in part.
import "../../pages/why.test.js";
