// Bugs of queues without groups, each of which the comparison with the model finds.
import { testBugs } from "./test-bugs.ts";
import { USUAL_BUGS } from "./usual-bugs.ts";

testBugs(USUAL_BUGS);
