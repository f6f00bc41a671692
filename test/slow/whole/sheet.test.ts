// All of what `npm test` tries in part.
import "../../pages/sheet.test.js";
