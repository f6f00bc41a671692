// Runs the complete version of a sampled test.
import "../../workbench/rule-sets.test.js";
