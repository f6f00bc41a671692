// Runs the complete version of a sampled test.
import "../../pages/graph-golden.test.js";
