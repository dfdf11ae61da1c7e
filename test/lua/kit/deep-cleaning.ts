// A healthy queue with jobs of every kind, and a whole round of deepClean over a queue.
import { expect } from "vitest";
import { deepClean } from "../../../src/engine/all-scripts.ts";
import { nodeRedis } from "../../../src/redis/node-redis.ts";
import { redis } from "./connection.ts";
import { byId, type HeadParts, head, record, run } from "./forms.ts";
import type { State } from "./state.ts";
import type { TestQueue } from "./test-queue.ts";
import { due, place, START, tick } from "./times.ts";

/** Audits a whole queue. Resolves with the sums of "examined orphans doubles lost stray counters". */
export async function auditRound(queue: TestQueue, limit = 100): Promise<string> {
  const sums = [0, 0, 0, 0, 0, 0];
  for (let finished = 0, calls = 0; finished === 0; calls++) {
    expect(calls).toBeLessThan(200);
    const [, text = ""] = await queue.call(deepClean, { limit, begins: calls === 0 ? 1 : 0 });
    const [end = 0, ...counts] = text.split(" ").map(Number);
    finished = end;
    counts.forEach((count, i) => {
      sums[i] = (sums[i] ?? 0) + count;
    });
  }
  return sums.join(" ");
}

/** Acts on a queue as a Redis user with these rights. */
export async function withRights<T>(
  queue: TestQueue,
  rights: string[],
  act: (queue: TestQueue) => Promise<T>,
): Promise<T> {
  const user = `user-${queue.name}`;
  await redis().aclSetUser(user, ["on", "nopass", ...rights]);
  const limited = redis().duplicate({ username: user, password: "any" });
  await limited.connect();
  try {
    return await act(queue.through(() => nodeRedis(limited)));
  } finally {
    limited.destroy();
    await redis().aclDelUser(user);
  }
}

/** The totals of the healthy queue. */
export const TOTALS = { runs: 6, enqueued: 9, completed: 2 };

/** A queue in which a deep clean finds nothing to repair. */
export const HEALTHY: State = {
  ready: { r: place(1), back: place(2), again: place(3, 9) },
  delayed: { d: due(START + 1), retried: due(START + 2, 9) },
  leased: { l: START + 1 },
  failed: { f: START },
  done: { o: START },
  expiring: { r: START + 9 },
  jobs: byId(["r", "back", "again", "d", "retried", "l", "f", "o"], (id, i) => record(place(50 + i), id)),
  runs: {
    back: run("L", tick(1)),
    again: run("W", tick(2)),
    retried: run("W", tick(3)),
    l: run("L", tick(4), { place: place(2, 7) }),
    f: run("F", tick(5)),
    o: run("C", tick(6)),
  },
  meta: { head: head(TOTALS) },
};

/** Returns the healthy queue after a round, with other parts and other totals. */
export function healthyWith(parts: State, totals: HeadParts = {}): State {
  return { ...HEALTHY, ...parts, meta: { head: head({ ...TOTALS, ...totals }), audit: "1 0" } };
}
