// A queue with a listener, and the wakes on its channel.
import { redis } from "./connection.ts";
import { byId, type HeadParts, head, record, run } from "./forms.ts";
import type { State } from "./state.ts";
import type { TestQueue } from "./test-queue.ts";
import { due, NEVER, START, tick } from "./times.ts";

/** Returns a queue with a listener and with jobs of each kind, none of which is due. */
export function listenedQueue(parts: HeadParts = {}): State {
  return {
    delayed: { d: due(START + 7_000) },
    leased: byId(["a", "b"], () => START + 6_000),
    failed: byId(["f", "g"], () => START),
    jobs: byId(["a", "b", "d", "f", "g"], () => record()),
    runs: { a: run("L", tick(1)), b: run("L", tick(2), { max: 1 }), f: run("F", tick(3)), g: run("F", tick(4)) },
    meta: { head: head({ flags: "h", due: START + 6_000, runs: 4, ...parts }), heard: String(NEVER) },
  };
}

/** Resolves with the messages that are published on a queue's channel during an action. */
export async function wakesDuring(queue: TestQueue, act: (queue: TestQueue) => Promise<unknown>): Promise<string[]> {
  const listener = redis().duplicate();
  await listener.connect();
  const messages: string[] = [];
  await listener.subscribe(queue.keys.channel, (message) => messages.push(message));
  await act(queue);
  await listener.ping();
  listener.destroy();
  return messages;
}
