// Runs the complete version of a sampled test.
import "../../engine/graph.test.js";
