// All of what `npm test` tries in part.
import "../../service/explaining.test.js";
