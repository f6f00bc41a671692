// Runs the complete version of a sampled test.
import "../../pages/why.test.js";
