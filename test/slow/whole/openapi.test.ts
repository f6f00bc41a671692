// Runs the complete version of a sampled test.
import "../../service/openapi.test.js";
