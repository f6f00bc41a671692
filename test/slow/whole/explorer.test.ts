// Runs the complete version of a sampled test.
import "../../browser/explorer.test.js";
