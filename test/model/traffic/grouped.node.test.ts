// Jobs have groups, and limits change: states of jobs, order of leases, and what is stored about groups.
import { testTraffic } from "./test-traffic.ts";

testTraffic("grouped", { runs: { usual: 25, long: 100 }, feature: "groups and limits" });
