// What stands in for the app when its settings are wrong: every path says what is missing, and nothing else works.
import { Hono } from "hono/tiny";
import { LeaseholdError } from "../core/errors.ts";
import { problemOf } from "./problem.ts";

/** Makes an app, or one that says why it could not be made. */
export function orUnconfigured<A extends { fetch: unknown }>(make: () => A): A | Hono {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof LeaseholdError)) throw error;
    return new Hono().all("*", (c) => problemOf(error, c));
  }
}
