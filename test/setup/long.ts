// The amount of long tests: `npm run test:long` runs all of it, and `npm test` a small fixed part.
import { inject } from "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    /** True in `npm run test:long`, which test/long.vitest.config.ts configures. */
    isLong: boolean;
  }
}

/** Returns an amount of work: by default that of `npm test`. */
export function amountOf<T>(amount: { usual: T; long: T }): T {
  return inject("isLong") ? amount.long : amount.usual;
}

/** Returns all cases in a long run, and otherwise each `nth` one. Other offsets select other cases. */
export function sampleOf<T>(cases: readonly T[], { nth, offset = 0 }: { nth: number; offset?: number }): T[] {
  return inject("isLong") ? [...cases] : cases.filter((_, i) => (i + offset) % nth === 0);
}
