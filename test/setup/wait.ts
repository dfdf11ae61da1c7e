// Waiting for what another process does: a condition with a deadline, never a fixed time.

/** Asks again and again until the answer is neither false nor undefined. */
export async function until<T>(
  ask: () => Promise<T | false | undefined> | T | false | undefined,
  within = 10_000,
): Promise<T> {
  const deadline = Date.now() + within;
  for (;;) {
    const answer = await ask();
    if (answer !== false && answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(`not so within ${within} ms: ${ask}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
