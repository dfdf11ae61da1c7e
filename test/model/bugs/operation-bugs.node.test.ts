// Bugs of repeated requests, operations and wakes, each of which the comparison with the model finds.
import { OPERATION_BUGS } from "./operation-bugs.ts";
import { testBugs } from "./test-bugs.ts";

testBugs(OPERATION_BUGS);
