// Optional properties: left out where they are undefined, as the types of this library say it, and JSON does.

type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The properties of an object that are there. */
export function present<T extends object>(all: T): Present<T> {
  const entries = Object.entries(all).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Present<T>;
}
