// Bugs of limits, each of which the comparison with the model finds.
import { LIMIT_BUGS } from "./limit-bugs.ts";
import { testBugs } from "./test-bugs.ts";

testBugs(LIMIT_BUGS);
