// A few jobs that are retried again and again: their attempts, errors and fences.
import { testTraffic } from "./test-traffic.ts";

testTraffic("stubborn", { runs: { usual: 25, long: 100 }, feature: "many retries" });
