// `npm run mutate`: the mutants that it creates, and its report of those that no test kills.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readLua } from "../../scripts/build/lua-sources.ts";
import { defaultTests } from "../../scripts/mutate/default-tests.ts";
import { createMutants } from "../../scripts/mutate/mutants.ts";
import { createTemporaryFolder } from "../setup/temporary-folder.ts";
import { startCommand } from "./command.ts";

test("a mutant differs in one place, and the prologue and includes are not mutated", () => {
  const source = [
    "local meta = KEYS.meta",
    'include "meta"',
    "local now = 0",
    "if a < 2 and not b then",
    "  return math.min(now)",
    "end",
    "redis.call('ZRANGE', meta, '0', '(' .. now)",
  ].join("\n");
  const mutants = createMutants("test", source);
  expect(mutants.map(({ line, key }) => `${line}: ${key}`)).toEqual([
    "3: local now = 0 → local now = 1",
    "3: local now = 0 → local now = (-1)",
    "4: if a < 2 and not b then … (3 lines) → nothing",
    "4: if a < 2 and not b then → if not (a < 2 and not b) then",
    "4: if a < 2 and not b then → if (a < 2 or not b) then",
    "4: if a < 2 and not b then → if (not b) then",
    "4: if a < 2 and not b then → if a <= 2 and not b then",
    "4: if a < 2 and not b then → if a < 3 and not b then",
    "4: if a < 2 and not b then → if a < 1 and not b then",
    "4: if a < 2 and not b then → if a < 2 and (b) then",
    "5: return math.min(now) → nothing",
    "5: return math.min(now) → return math.max(now)",
    "7: redis.call('ZRANGE', meta, '0', '(' .. now) → nothing",
    "7: redis.call('ZRANGE', meta, '0', '(' .. now) → redis.call('ZRANGE', meta, '1', '(' .. now)",
    "7: redis.call('ZRANGE', meta, '0', '(' .. now) → redis.call('ZRANGE', meta, '-1', '(' .. now)",
    "7: redis.call('ZRANGE', meta, '0', '(' .. now) → redis.call('ZRANGE', meta, '0', '' .. now)",
  ]);
  expect(mutants[6]?.text).toBe(source.replace("a < 2", "a <= 2"));
});

test("the default tests exist", () => {
  expect(defaultTests({ hasInterop: true }).length).toBeGreaterThan(40);
});

describe("the command", { timeout: 120_000 }, () => {
  /** Runs the command with these tests only, and a report of its own. Returns the survivors, the output and the exit code. */
  async function mutate(tests: string[], ...args: string[]) {
    const report = join(await createTemporaryFolder(), "report.json");
    const settings = ["--report", report, "--workers", "1"];
    const command = startCommand("mutate", [...args, ...settings, ...tests.flatMap((path) => ["--tests", path])]);
    const code = await command.exited;
    const output = command.output();
    const survivors = [...output.matchAll(/^\S+:\d+ {2}(.*)\n {4}SURVIVED$/gm)].map(([, key]) => key);
    return { code, output, survivors };
  }

  const weak = ["test/commands/mutate/weak-tests.ts"];
  const real = ["operate/pause", "unit/layout", "unit/wake"].map((name) => `test/lua/${name}.node.test.ts`);

  test("reports every mutant as a survivor when the test asserts nothing", async () => {
    const { code, survivors } = await mutate(weak, "--script", "pause");
    expect(survivors).toContain("return refused or 'ok\\n-' → nothing");
    expect(survivors).toContain("if not hasFlag(unit, 'p') then → if (hasFlag(unit, 'p')) then");
    expect(survivors).toHaveLength(14);
    expect(code).toBe(1);
  });

  test("reports the mutants that a test with too few assertions does not kill", async () => {
    const { code, survivors } = await mutate(weak, "--script", "cancel");
    expect(survivors).toContain("removeJob(unit, oneBucket or buckets[i], id, runs[i]) → nothing");
    expect(survivors).not.toContain("return 'ok\\n' .. text → nothing");
    expect(code).toBe(1);
  });

  test("reports no survivor and succeeds when the tests kill all mutants", async () => {
    const { code, output, survivors } = await mutate(real, "--script", "pause", "--script", "resume");
    expect(survivors).toEqual([]);
    expect(output).toMatch(/all +│ (\d+) +│ \1 +│ 0 +│ 0 +│ 0 /);
    expect(code).toBe(0);
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
