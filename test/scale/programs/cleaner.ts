// A cleaner, light or deep, that cleans again and again. A deep clean must find nothing to repair, in spite of the faults.
import { untilStopped } from "../../../scripts/processes/until-stopped.mjs";
import { sleep } from "../../../src/base/monotonic.ts";
import { RunProcess } from "../run-process.ts";

const INTERVAL = { light: 100, deep: 500 };

const runProcess = new RunProcess();
const { task, queue } = runProcess;
const isDeep = task.slot === "deep";
let isStopped = false;
untilStopped().then(() => {
  isStopped = true;
});

while (!isStopped) {
  try {
    if (!isDeep) await queue.clean();
    else {
      const { finished, examined, ...repaired } = await queue.deepClean({ budget: "10s", slice: 100 });
      const repairs = Object.entries(repaired).filter(([, count]) => count > 0);
      if (repairs.length > 0) runProcess.append("errors", `the deep clean repaired ${repairs.join(" ")}`);
    }
  } catch (error) {
    runProcess.reportError(error);
  }
  await sleep(isDeep ? INTERVAL.deep : INTERVAL.light);
}
process.exit();
