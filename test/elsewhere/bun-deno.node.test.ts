// The app and the library in Bun and in Deno, installed from npm.
import { describe, expect, test } from "vitest";
import { at, conforms, type Limits, settings } from "./conformance.ts";
import { type Runtime, run } from "./runtime.ts";

const RUNTIMES: [Runtime, Limits][] = [
  ["bun", {}],
  // A bare Deno.serve does not abort the signal of a request that came in chunks either, unless by luck.
  ["deno", { isDeafToStreams: true }],
];

describe.each(RUNTIMES)("%s", (runtime, limits) => {
  conforms(async (settings) => {
    const { match, stop } = await run(runtime, `on-${runtime}.ts`, settings, /^ready (\S+)$/m);
    return at(match, stop);
  }, limits);

  test("the library works there by itself", async () => {
    const { match, stop } = await run(runtime, "library.ts", settings(), /^(\{.*\})$/m);
    await stop();
    expect(JSON.parse(match)).toEqual({
      created: ["job/1%", "job/2%", "job/3%"],
      completed: true,
      result: { state: "done", result: { text: "żółć 🐎" } },
      drained: 2,
      late: ["late"],
    });
  });
});
