// Runs the complete version of a sampled test.
import "../../pages/sheet.test.js";
