// Runs the complete version of a sampled test.
import "../../engine/evaluators.test.js";
