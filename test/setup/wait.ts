// Waits for a condition with a deadline. Tests never sleep for a fixed time.

/** Calls a function every 10 ms until its result is neither false nor undefined. Rejects when that takes too long. */
export async function until<T>(
  condition: () => Promise<T | false | undefined> | T | false | undefined,
  within = 30_000,
): Promise<T> {
  const deadline = Date.now() + within;
  for (;;) {
    const result = await condition();
    if (result !== false && result !== undefined) return result;
    if (Date.now() > deadline) throw new Error(`not true within ${within} ms: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
