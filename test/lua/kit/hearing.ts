// What the tests of wakes share: a queue that somebody listens to, and what is said on its channel.
import { turn } from "../../../src/engine/scripts.gen.ts";
import { enqueueAll, type NewJob } from "./enqueuing.ts";
import { asked, type Item } from "./settling.ts";
import { type Bench, clockAt, due, head, NEVER, record, redis, run, START, type State, tick } from "./state.ts";

/** A queue that somebody listens to, with jobs of each kind of which none is due. */
export const queueOf = (parts: Parameters<typeof head>[0] = {}): State => ({
  delayed: [["d", due(START + 7_000)]],
  leased: [
    ["a", START + 6_000],
    ["b", START + 6_000],
  ],
  failed: ["f", "g"].map((id) => [id, START]),
  jobs: Object.fromEntries(["a", "b", "d", "f", "g"].map((id) => [id, record()])),
  runs: { a: run("L", tick(1)), b: run("L", tick(2), { max: 1 }), f: run("F", tick(3)), g: run("F", tick(4)) },
  meta: { head: head({ flags: "h", due: START + 6_000, runs: 4, ...parts }), heard: String(NEVER) },
});

/** What is said on a queue's channel while something is done. */
export async function heardOf(queue: Bench, act: (queue: Bench) => Promise<unknown>): Promise<string[]> {
  const listener = redis().duplicate();
  await listener.connect();
  const heard: string[] = [];
  await listener.subscribe(queue.keys.channel, (message) => heard.push(message));
  await act(queue);
  await listener.ping();
  listener.destroy();
  return heard;
}

/** Settles, and leases so many jobs. */
export const settleFor = (queue: Bench, items: Item[], count = 0, times = clockAt(START)) => {
  const [fields, parts] = asked(items);
  return queue.call(turn, { times, count, items: fields }, parts);
};
/** Enqueues a job for each of these options. */
export const enqueueEach = (queue: Bench, ...options: string[]) =>
  enqueueAll(
    queue,
    options.map((each, i): NewJob => [`new ${i}`, each]),
  );
