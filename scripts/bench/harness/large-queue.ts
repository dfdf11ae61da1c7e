// A queue with a million jobs, for measurements.
import { execFileSync } from "node:child_process";
import type { Queue } from "../../../src/index.ts";

const BATCH = 1_000;

/** Adds ready jobs that stay, a tenth as many delayed jobs, and a tenth as many failed jobs. */
export async function fillLargeQueue(queue: Queue<unknown>, jobs: number): Promise<void> {
  const others = jobs / 10;
  const enqueue = async (count: number, name: string, options: { delay?: "1d"; priority?: number }) => {
    for (let from = 0; from < count; from += BATCH)
      await queue.enqueueMany(
        Array.from({ length: BATCH }, (_, i) => ({ data: dataOf(from + i), id: `${name}-${from + i}`, ...options })),
      );
  };
  await enqueue(others, "failed", { priority: 0 });
  for (let failed = 0; failed < others; ) {
    const { jobs: leased } = await queue.lease({ count: BATCH });
    const error = (i: number) => new Error(`the mailbox ${(failed + i) % 100} is full`);
    await queue.turn({ settle: leased.map((job, i) => ({ job, action: "fail", error: error(i) })) });
    failed += leased.length;
  }
  await enqueue(others, "later", { delay: "1d" });
  await enqueue(jobs, "job", {});
}

function dataOf(i: number) {
  return {
    user: { id: i % 1_000, name: `user ${i % 1_000}`, plan: i % 10 === 0 ? "paid" : "free" },
    to: `someone-${i}@example.com`,
    tags: ["welcome", "first"],
    note: "x".repeat(60),
  };
}

/**
 * Lets a server run before other programs of the machine, whose work its times would contain, if this process may. A real-time
 * priority would do harm: the kernel stops such a process for 50 ms after each second that it has used up.
 */
export function raisePriority(pid: number): void {
  try {
    execFileSync("renice", ["-n", "-20", "-p", String(pid)], { stdio: "ignore" });
  } catch {
    console.error("leasehold: only root on Linux may prefer Redis to other programs, which lengthen its times");
  }
}
