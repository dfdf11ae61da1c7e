// A deadline for subscriptions, since clients keep trying to connect without limit.
import { fromNetwork } from "./errors.ts";

const SUBSCRIBED_WITHIN = 5_000;

/** Waits until a subscription is established; after a timeout or a failure, ends it and rejects. */
export async function subscribed(stands: Promise<unknown>, end: () => unknown): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise((_, reject) => {
    timer = setTimeout(reject, SUBSCRIBED_WITHIN);
  });
  try {
    await Promise.race([stands, late]);
  } catch (error) {
    end();
    throw fromNetwork(error, "subscribe");
  } finally {
    clearTimeout(timer);
  }
}
