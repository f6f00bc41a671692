// All of what `npm test` tries in part.
import "../../engine/graph.test.js";
