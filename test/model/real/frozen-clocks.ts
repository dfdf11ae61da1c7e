// Stops the clocks of this process, Date and the monotonic clock, at a time that the test sets.

/** Calls a function while both clocks show a time. */
export async function withClocksAt<R>(now: number, act: () => Promise<R>): Promise<R> {
  const { now: dateNow } = Date;
  const frozenNow = () => now;
  Object.assign(Date, { now: frozenNow });
  Object.assign(performance, { now: frozenNow });
  try {
    return await act();
  } finally {
    Object.assign(Date, { now: dateNow });
    Reflect.deleteProperty(performance, "now");
  }
}
