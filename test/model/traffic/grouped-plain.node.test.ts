// Requests to queues with groups that the hot scripts serve.
import { testTraffic } from "./test-traffic.ts";

testTraffic("groupedPlain", {
  runs: { usual: 25, long: 100 },
  feature: "groups and the hot scripts",
  atLeast: { turnGroupedPlain: 300, enqueueGroupedPlain: 300 },
});
