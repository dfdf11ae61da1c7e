import { DUPLICATE_BUGS } from "./duplicate-bugs.ts";
import { testBugs } from "./test-bugs.ts";

testBugs(DUPLICATE_BUGS);
