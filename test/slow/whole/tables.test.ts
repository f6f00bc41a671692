// Runs the complete version of a sampled test.
import "../../tables/tables.test.js";
