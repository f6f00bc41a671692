// All of what `npm test` tries in part.
import "../../service/openapi.test.js";
