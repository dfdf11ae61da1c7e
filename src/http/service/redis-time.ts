// The time that requests wait for Redis, measured for operators.
import type { Context } from "hono";
import type { Adapter } from "../../redis/adapter.ts";
import { decorateAdapter } from "../../redis/decorate-adapter.ts";
import type { AppEnv } from "./app-env.ts";

/** Reports whether the token of a request has the scope operate. */
export function isOperator(c: Context<AppEnv>): boolean {
  return c.get("access")?.scopes.includes("operate");
}

/** Adds the duration of a call to the time that the request has waited for Redis. */
export async function timeRedis<R>(c: Context<AppEnv>, call: () => Promise<R>): Promise<R> {
  const start = performance.now();
  try {
    return await call();
  } finally {
    c.set("redisTime", (c.get("redisTime") ?? 0) + performance.now() - start);
  }
}

/** Returns the adapter for a request. The calls of an operator are timed. */
export function adapterFor(c: Context<AppEnv>): Adapter {
  const { adapter } = c.get("service");
  if (!isOperator(c)) return adapter;
  const run: Adapter["run"] = (...call) => timeRedis(c, () => adapter.run(...call));
  return decorateAdapter(adapter, { run, runMany: undefined, joinsInFlight: undefined });
}
