// Replies are lost and requests arrive again: replies repeat, and no request takes effect twice.
import { testTraffic } from "./test-traffic.ts";

testTraffic("lossy", { runs: { usual: 25, long: 100 }, feature: "lost replies" });
