import { testBugs } from "./test-bugs.ts";
import { USUAL_BUGS } from "./usual-bugs.ts";

testBugs(USUAL_BUGS);
