// The cost of a light clean with nothing and with much to do, and the longest pause that a deep clean causes.
import type { Queue } from "../../../src/index.ts";
import { startPinging } from "../kit/pinging.ts";
import type { Place } from "../kit/place.ts";
import { type Filled, scriptUsec } from "./flatness.ts";

const EXPIRED = 10_000;
const CALLS = 100;

type Asking = Pick<Place, "probe" | "sheet">;

/** Measures light clean runs over an idle queue and over expired leases. */
export async function lightCleans({ probe, sheet }: Asking, { queue, later }: Filled): Promise<void> {
  const note = (load: string, figure: string, value: number) =>
    sheet.note({ measure: "light clean", system: "leasehold", load, figure }, value);
  const usec = async (work: () => Promise<unknown>) => {
    const before = await scriptUsec(probe);
    await work();
    return (await scriptUsec(probe)) - before;
  };
  // Clears expired leases that other measurements left.
  while ((await later.clean()).more);
  const nothing = await usec(async () => {
    for (let call = 0; call < CALLS; call++) await queue.clean();
  });
  note("nothing to do", "Redis ms", nothing / CALLS / 1_000);
  for (let held = 0; held < EXPIRED; held += 1_000) await queue.lease({ count: 1_000, for: "1h" });
  let reclaimed = 0;
  const expired = await usec(async () => {
    for (let more = true; more; ) {
      const cleaned = await later.clean();
      reclaimed += cleaned.reclaimed;
      ({ more } = cleaned);
    }
  });
  if (reclaimed !== EXPIRED) throw new Error(`a clean brought back ${reclaimed} of ${EXPIRED} jobs`);
  note(`${EXPIRED} leases over`, "Redis ms", expired / 1_000);
}

/** Measures a deep clean, and the slowest PING beside it. */
export async function deepClean({ probe, sheet }: Asking, queue: Queue<string>, load: string): Promise<void> {
  const { client } = probe;
  await client.configSet({ "slowlog-log-slower-than": "100", "slowlog-max-len": "100000" });
  await client.sendCommand(["SLOWLOG", "RESET"]);
  const pinging = await startPinging(String(client.options?.url));
  const start = performance.now();
  const report = await queue.deepClean({ budget: "10m" });
  const seconds = (performance.now() - start) / 1_000;
  const slowestPing = await pinging.stop();
  const slowlog = (await client.sendCommand(["SLOWLOG", "GET", "-1"])) as unknown as [
    unknown,
    unknown,
    number,
    string[],
  ][];
  const evals = slowlog.filter(([, , , [command = ""]]) => /^eval/i.test(command)).map(([, , time]) => time / 1_000);
  const note = (figure: string, value: number) =>
    sheet.note({ measure: "deep clean", system: "leasehold", load, figure }, value);
  note("seconds", seconds);
  note("entries", report.examined);
  note("longest EVAL ms", Math.max(0, ...evals));
  note("slowest PING ms", slowestPing);
}
