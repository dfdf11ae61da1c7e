// `npm run mutate`: the mutants that it creates, and its report of those that no test kills.
import { describe, expect, test } from "vitest";
import { defaultTests } from "../../scripts/mutate/default-tests.ts";
import { createMutants } from "../../scripts/mutate/mutants.ts";
import { mutate, WEAK_TESTS } from "./run-mutate.ts";

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
  const real = ["operate/pause", "unit/layout", "unit/wake"].map((name) => `test/lua/${name}.node.test.ts`);

  test("reports every mutant as a survivor when the test asserts nothing", async () => {
    const { code, survivors } = await mutate(WEAK_TESTS, "--script", "pause");
    expect(survivors).toContain("return refused or 'ok\\n-' → nothing");
    expect(survivors).toContain("if not hasFlag(unit, 'p') then → if (hasFlag(unit, 'p')) then");
    expect(survivors).toHaveLength(14);
    expect(code).toBe(1);
  });

  test("reports no survivor and succeeds when the tests kill all mutants", async () => {
    const { code, output, survivors } = await mutate(real, "--script", "pause", "--script", "resume");
    expect(survivors).toEqual([]);
    expect(output).toMatch(/all +│ (\d+) +│ \1 +│ 0 +│ 0 +│ 0 /);
    expect(code).toBe(0);
  });
});
