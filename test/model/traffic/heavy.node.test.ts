// Payloads so large that a few of them reach the limits of what one request reads, frees or settles.
import { testTraffic } from "./test-traffic.ts";

testTraffic("heavy", { runs: { usual: 15, long: 60 }, feature: "large payloads" });
