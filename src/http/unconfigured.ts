// The app in place of one with invalid settings: every path responds with the fault.
import { Hono } from "hono/tiny";
import { LeaseholdError } from "../base/errors.ts";
import { problem } from "./responses/problem.ts";

/** Creates an app whose only response is the error of the settings. Throws any error that is not of the library. */
export function createUnconfiguredApp(error: unknown): Hono {
  if (!(error instanceof LeaseholdError)) throw error;
  return new Hono().all("*", (c) => problem(c, { status: 503, code: "not_configured", detail: error.message }));
}
