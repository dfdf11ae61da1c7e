// The usual traffic of a queue, with every operation.
import { testTraffic } from "./test-traffic.ts";

testTraffic("usual", { runs: { usual: 25, long: 100 }, feature: "usual traffic" });
