// Objects without absent properties, as the queue returns them.

/** Returns an object without the properties that are undefined. */
export function withoutUndefined<T extends object>(properties: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const present = Object.entries(properties).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as { [K in keyof T]: Exclude<T[K], undefined> };
}
