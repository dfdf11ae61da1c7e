// Bugs of the hot scripts for groups, each of which the comparison with the model finds.
import { HOT_GROUP_BUGS } from "./hot-group-bugs.ts";
import { testBugs } from "./test-bugs.ts";

testBugs(HOT_GROUP_BUGS);
