import { HOT_GROUP_BUGS } from "./hot-group-bugs.ts";
import { testBugs } from "./test-bugs.ts";

testBugs(HOT_GROUP_BUGS);
