// Optional properties: left out where they are undefined, as the types of this library say it.

/** The properties of an object that are there. */
export function present<T extends object>(all: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const entries = Object.entries(all).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as ReturnType<typeof present<T>>;
}
