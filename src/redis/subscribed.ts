// A subscription that does not stand in time is given up, since clients go on trying for ever.
import { fromNetwork } from "./errors.ts";

const SUBSCRIBED_WITHIN = 5_000;

/** Waits for a subscription to stand; otherwise ends it and rejects. */
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
