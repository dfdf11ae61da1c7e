// `npm run mutate` at length: tests with too few assertions, and mutants that never end.
import { describe, expect, test } from "vitest";
import { readLua } from "../../scripts/build/lua-sources.ts";
import { mutate, WEAK_TESTS } from "./run-mutate.ts";

describe("the command", { timeout: 120_000 }, () => {
  test("reports the mutants that a test with too few assertions does not kill", async () => {
    const { code, survivors } = await mutate(WEAK_TESTS, "--script", "cancel");
    expect(survivors).toContain("removeJob(unit, oneBucket or buckets[i], id, runs[i]) → nothing");
    expect(survivors).not.toContain("return 'ok\\n' .. text → nothing");
    expect(code).toBe(1);
  });

  const endless = ["test/commands/mutate/endless.ts"];

  test.each([
    ["has not written", "lib/lease-ready", "    examined = examined + size", 2, "1"],
    // These end only when their Redis is killed. One of them hangs in some of the tests; the fastest test runs first.
    ["has written", "lib/runs", "    lines, number = others, number - 1", 4, "[23]"],
  ])("ends a script that runs forever and %s, and continues", async (_, name, line, mutants, hung) => {
    // A loop that does not count runs forever.
    const library = readLua("src/lua").libraries.find((file) => `lib/${file.name}` === name);
    const lines = library?.source.split("\n") ?? [];
    expect(lines).toContain(line);
    const { code, output, survivors } = await mutate(endless, "--script", name, "--line", `${1 + lines.indexOf(line)}`);
    expect(survivors).toEqual([]);
    expect(output).toMatch(RegExp(`${name} +│ ${mutants} +│ ${mutants} +│ ${hung} +│ 0 +│ 0 `));
    expect(code).toBe(0);
  });
});
