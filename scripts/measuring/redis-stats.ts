// Figures that Redis reports about itself.

/** An entry of SLOWLOG GET. */
export type SlowlogEntry = [id: number, startedAt: number, micros: number, command: string[]];

/** Returns a numeric field of a reply to INFO. Throws if it is missing. */
export function parseInfoField(info: string, field: string): number {
  const value = new RegExp(`^${field}:([\\d.]+)`, "m").exec(info)?.[1];
  if (value === undefined) throw new Error(`the reply to INFO has no field ${field}`);
  return Number(value);
}

/** Returns the CPU time of Redis in seconds, from a reply to INFO cpu. */
export function parseCpuSeconds(info: string): number {
  return parseInfoField(info, "used_cpu_user") + parseInfoField(info, "used_cpu_sys");
}

/** Returns the longest time in ms of a command in the slow log. */
export function maxSlowlogMs(entries: readonly SlowlogEntry[]): number {
  return Math.max(0, ...entries.map(([, , micros]) => micros)) / 1_000;
}
