// Runs the complete version of a sampled test.
import "../../service/explaining.test.js";
