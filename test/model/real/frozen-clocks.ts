// The clocks of a program, set to the time of the test: the one of the day, and the one that is never set.

/** Does something while both clocks stand at a time. */
export async function atTime<R>(now: number, work: () => Promise<R>): Promise<R> {
  const { now: dateNow } = Date;
  const told = () => now;
  Object.assign(Date, { now: told });
  Object.assign(performance, { now: told });
  try {
    return await work();
  } finally {
    Object.assign(Date, { now: dateNow });
    Reflect.deleteProperty(performance, "now");
  }
}
