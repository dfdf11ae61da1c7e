// The app and the library on Bun and Deno, installed from npm.
import { describe, expect, test } from "vitest";
import { hostAt, type Limits, newSettings, testConformance } from "./conformance.ts";
import { type Runtime, runProgram } from "./run-program.ts";

const RUNTIMES: [Runtime, Limits][] = [
  ["bun", {}],
  // A bare Deno.serve rarely aborts the signal of a request with a streamed body.
  ["deno", { missesStreamAborts: true }],
];

describe.each(RUNTIMES)("%s", (runtime, limits) => {
  testConformance(async (settings) => {
    const { match, stop } = await runProgram(runtime, `${runtime}.ts`, { settings, output: /^ready (\S+)$/m });
    return hostAt(match, stop);
  }, limits);

  test("runs the library directly", async () => {
    const options = { settings: newSettings(), output: /^(\{.*\})$/m };
    const { match, stop } = await runProgram(runtime, "library.ts", options);
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
