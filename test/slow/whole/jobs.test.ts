// All of what `npm test` tries in part.
import "../../service/jobs.test.js";
