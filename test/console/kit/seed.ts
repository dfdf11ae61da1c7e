// Queues as they are at three in the morning.
import type { Codec } from "../../../src/index.ts";
import type { Stack } from "./stack.ts";

const PEOPLE = ["ada", "grace", "alan", "barbara", "margaret", "donald", "frances", "ken"];

/** Text of a payload that JSON.parse would change: a number above 2^53, one with trailing zeros, and repeated keys. */
export const EXACT_JSON = '{"order":12345678901234567890,"price":10.50,"tags":["a","b"],"tags":[]}';

/**
 * Fills queues: `emails` has jobs in every state, two workers and a failed job with a stack; `reports` is paused; `webhooks`
 * waits without a worker; `thumbnails` is empty but for completed jobs.
 */
export async function seedQueues(stack: Stack): Promise<void> {
  await seedEmails(stack);
  const reports = stack.queue("reports");
  await reports.enqueueMany(PEOPLE.map((name, i) => ({ id: `report-${i}`, data: { name } })));
  await reports.pause();
  const old = stack.queue("webhooks", { now: () => Date.now() });
  await old.enqueueMany(PEOPLE.map((name, i) => ({ id: `hook-${i}`, data: { name } })));
  const thumbnails = stack.queue("thumbnails");
  await thumbnails.enqueueMany(PEOPLE.map((name, i) => ({ id: `thumb-${i}`, data: { name } })));
  const { jobs } = await thumbnails.lease({ count: 5, worker: "image-1" });
  for (const job of jobs) await job.complete();
  for (const job of (await thumbnails.lease({ count: 3, worker: "image-1" })).jobs) await job.complete();
}

async function seedEmails(stack: Stack): Promise<void> {
  const emails = stack.queue("emails", { retention: { done: { age: "1d" } } });
  await emails.enqueueMany(
    PEOPLE.map((name, i) => ({ id: `welcome-${i}`, data: { to: `${name}@example.com`, user: { id: i } } })),
  );
  for (const job of (await emails.lease({ count: 3, worker: "mail-1" })).jobs) await job.complete({ sent: true });
  for (const job of (await emails.lease({ count: 3, worker: "mail-2" })).jobs) {
    const error = new Error(`550 mailbox of ${(job.data as { to: string }).to} is not there`);
    await job.fail(error);
  }
  const [sending] = (await emails.lease({ count: 2, worker: "mail-1", for: "10m" })).jobs;
  if (sending) await emails.progress(sending, 0.4, { note: "connected" });
  await emails.enqueueMany(
    Array.from({ length: 120 }, (_, i) => ({
      id: `digest-${String(i).padStart(3, "0")}`,
      data: { to: `${PEOPLE[i % PEOPLE.length]}@example.com`, user: { id: i }, items: [i, i + 1] },
      priority: i % 3 === 0 ? 5 : 0,
    })),
  );
  await emails.enqueueMany(
    Array.from({ length: 12 }, (_, i) => ({ id: `reminder-${i}`, data: { n: i }, delay: `${i + 1}h` as const })),
  );
  await enqueueText(stack, "emails", { id: "exact", text: EXACT_JSON });
}

/** Enqueues a job whose payload is this JSON text, as a program in another language may. */
export async function enqueueText(
  stack: Stack,
  queue: string,
  { id, text }: { id: string; text: string },
): Promise<void> {
  const codec: Codec<string> = { encode: (value) => value, decode: (value) => value };
  await stack.queue<string>(queue, { codec }).enqueue(text, { id });
}
