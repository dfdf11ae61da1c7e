// Groups and limits beside lost replies and expired leases.
import { testTraffic } from "./test-traffic.ts";

testTraffic("groupedLossy", { runs: { usual: 25, long: 100 }, feature: "groups, limits and lost replies" });
