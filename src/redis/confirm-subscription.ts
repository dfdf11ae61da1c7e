// Subscriptions that fail if Redis does not confirm them in time. The clients themselves would go on connecting forever.
import type { Subscriber } from "./adapter.ts";
import { NotRedis, networkError, notRedisError } from "./redis-errors.ts";

const CONFIRMATION_TIMEOUT = 5_000;

/** The connection of one subscription. */
interface Connection {
  /** Subscribes. Resolves once Redis has confirmed. Calls `onLost` when the connection is lost. */
  open(onLost: () => void): Promise<unknown>;
  close(): unknown;
}

/**
 * Opens a connection, and resolves with the function that ends the subscription. After a timeout or a failure, closes the
 * connection and rejects.
 */
export async function confirmSubscription(subscriber: Subscriber, { open, close }: Connection): Promise<() => void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isConfirmed = false;
  let isClosed = false;
  const end = () => {
    if (isClosed) return;
    isClosed = true;
    closeQuietly(close);
  };
  const timeout = new Promise((_, reject) => {
    timer = setTimeout(reject, CONFIRMATION_TIMEOUT);
  });
  const onLost = () => {
    if (isClosed || !isConfirmed) return;
    end();
    subscriber.onEnd();
  };
  try {
    await Promise.race([open(onLost), timeout]);
    isConfirmed = true;
    return end;
  } catch (error) {
    end();
    throw error instanceof NotRedis ? notRedisError("subscribe") : networkError(error, "subscribe");
  } finally {
    clearTimeout(timer);
  }
}

/** Closes a connection and ignores failures: the connection may be closed already. */
function closeQuietly(close: () => unknown): void {
  try {
    const closing = close();
    if (closing instanceof Promise) closing.catch(() => {});
  } catch {
    // The connection was not open.
  }
}
