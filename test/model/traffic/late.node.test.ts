// Time passes quickly: leases and jobs expire, and everything is cleaned.
import { testTraffic } from "./test-traffic.ts";

testTraffic("late", { runs: { usual: 25, long: 100 }, feature: "expired leases and jobs" });
