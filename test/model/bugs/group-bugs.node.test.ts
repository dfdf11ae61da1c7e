// Bugs of groups, each of which the comparison with the model finds.
import { GROUP_BUGS } from "./group-bugs.ts";
import { testBugs } from "./test-bugs.ts";

testBugs(GROUP_BUGS);
