// Payloads written to a queue and read back.
import { expect } from "vitest";
import type { Queue } from "../../src/index.ts";

/** Enqueues payloads, and resolves with the payloads that `list`, `get` and `lease` return. */
export async function roundTrip<T>(queue: Queue<T>, payloads: readonly T[]): Promise<Record<string, unknown[]>> {
  const created = await queue.enqueueMany(payloads.map((data) => ({ data })));
  const listed = (await queue.list("ready", { limit: 1_000 })).jobs.map(({ data }) => data);
  const first = await queue.get(created[0]?.id ?? "");
  const { jobs } = await queue.lease({ count: 1_000 });
  return { listed, first: [first?.data], leased: jobs.map(({ data }) => data) };
}

/** Enqueues payloads, and expects `list`, `get` and `lease` to return them. */
export async function expectUnchanged<T>(queue: Queue<T>, payloads: readonly T[]): Promise<void> {
  expect(await roundTrip(queue, payloads)).toEqual({ leased: payloads, listed: payloads, first: payloads.slice(0, 1) });
}
