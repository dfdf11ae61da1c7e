// The app in place of one whose settings are wrong: every path answers with the mistake.
import { Hono } from "hono/tiny";
import { LeaseholdError } from "../base/errors.ts";
import { problem } from "./responses/problem.ts";

/** An app that says why there is no other. */
export function unconfigured(error: unknown): Hono {
  if (!(error instanceof LeaseholdError)) throw error;
  return new Hono().all("*", (c) => problem(c, { status: 503, code: "not_configured", detail: error.message }));
}
