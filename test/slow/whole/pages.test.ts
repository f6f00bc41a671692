// Runs the complete version of a sampled test.
import "../../browser/pages.test.js";
