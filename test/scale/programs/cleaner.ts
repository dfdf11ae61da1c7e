// A cleaner that never rests: light, or deep. A deep clean has nothing to repair, whatever happened.
import { untilStopped } from "../../../scripts/processes/until-stopped.mjs";
import { Part, pause } from "../task.ts";

const REST = { light: 100, deep: 500 };

const part = new Part();
const { task, queue } = part;
const isDeep = task.seat === "deep";
let isStopped = false;
untilStopped().then(() => {
  isStopped = true;
});

while (!isStopped) {
  try {
    if (!isDeep) await queue.clean();
    else {
      const { finished, examined, ...repaired } = await queue.deepClean({ budget: "10s", slice: 100 });
      const all = Object.entries(repaired).filter(([, count]) => count > 0);
      if (all.length > 0) part.note("errors", `the deep clean repaired ${all.join(" ")}`);
    }
  } catch (error) {
    part.warn(error);
  }
  await pause(isDeep ? REST.deep : REST.light);
}
process.exit();
