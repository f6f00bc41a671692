// Runs the complete version of a sampled test.
import "../../workbench/promises.test.js";
