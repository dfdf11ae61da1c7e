// A deadline for subscriptions, since clients keep trying to connect without limit.
import type { Subscriber } from "./adapter.ts";
import { fromNetwork, fromStranger, Stranger } from "./errors.ts";

const SUBSCRIBED_WITHIN = 5_000;

/**
 * Waits until a subscription is confirmed, and returns the function that ends it. After a timeout or a failure, closes it
 * and rejects. `open` is called with a function to be called when the connection is lost.
 */
export async function subscribed(
  subscriber: Subscriber,
  { open, close }: { open: (onLost: () => void) => Promise<unknown>; close: () => unknown },
): Promise<() => void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isConfirmed = false;
  let isClosed = false;
  const end = () => {
    if (isClosed) return;
    isClosed = true;
    quietly(close);
  };
  const late = new Promise((_, reject) => {
    timer = setTimeout(reject, SUBSCRIBED_WITHIN);
  });
  try {
    const lost = () => {
      if (isClosed || !isConfirmed) return;
      end();
      subscriber.onEnd();
    };
    await Promise.race([open(lost), late]);
    isConfirmed = true;
    return end;
  } catch (error) {
    end();
    throw error instanceof Stranger ? fromStranger("subscribe") : fromNetwork(error, "subscribe");
  } finally {
    clearTimeout(timer);
  }
}

/** Closes a connection, which may be closed already. */
function quietly(close: () => unknown): void {
  try {
    const closing = close();
    if (closing instanceof Promise) closing.catch(() => {});
  } catch {
    // It was not open any more.
  }
}
