// Queues with two clients: one that sends its requests through a faulty proxy, and one without faults.
import { inject } from "vitest";
import type { Queue, QueueOptions } from "../../../src/index.ts";
import { freshName, freshQueue } from "../../setup/queue.ts";
import { type FaultyProxy, useFaultyProxies } from "./faulty-proxy.ts";

/** A queue, and the proxy of one of its clients. */
export interface ProxiedQueue {
  proxy: FaultyProxy;
  name: string;
  /** The client that sends its requests through the proxy. */
  queue: Queue<number>;
  /** The client without faults. */
  otherClient: Queue<number>;
}

/** Returns a function that creates queues behind faulty proxies, which close after the tests of the calling file. */
export function useProxiedQueues(
  createRedis: (settings: { url: string; token: string }) => QueueOptions<unknown>["redis"],
): (options?: Partial<QueueOptions<number>>) => Promise<ProxiedQueue> {
  const startProxy = useFaultyProxies();
  return async (options = {}) => {
    const [proxy, name] = [await startProxy(inject("restUrl")), freshName()];
    const redis = createRedis({ url: proxy.url, token: inject("token") });
    const queue = freshQueue<number>({ ...options, redis }, name);
    return { proxy, name, queue, otherClient: freshQueue<number>(options, name) };
  };
}
