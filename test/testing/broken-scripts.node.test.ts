// Each rule finds the mistakes that break it: scenarios run with scripts that are broken on purpose. With the real
// scripts the same scenarios have no violation.
import { expect, test } from "vitest";
import type { Adapter } from "../../src/index.ts";
import { sampleOf } from "../setup/long.ts";
import { withDamage } from "./kit/damaged-scripts.ts";
import { LATE_HOLDER_MISTAKES } from "./kit/late-holder-mistakes.ts";
import type { Mistake } from "./kit/mistake.ts";
import { MISTAKES } from "./kit/mistakes.ts";
import { useRecordedQueues } from "./kit/recorded-queue.ts";

const createQueue = useRecordedQueues();

/** Runs the scenario of a mistake. Resolves with the violations of rules, and with the scripts that did the work. */
async function runScenario({ scenario, turnScript }: Mistake, decorate: (adapter: Adapter) => Adapter) {
  const scripts = new Set<string>();
  const recorded = createQueue((adapter) => {
    const inner = decorate(adapter);
    return {
      run: async (script, keys, args) => {
        const reply = await inner.run(script, keys, args);
        // By this reply a plain script refuses a call, which the full one then does.
        if (reply !== "not_plain") scripts.add(script.name);
        return reply;
      },
    };
  });
  await scenario(recorded, turnScript);
  return { violations: await recorded.violations(), scripts };
}

const ALL = [...MISTAKES, ...LATE_HOLDER_MISTAKES];
const ROWS = sampleOf(ALL, { nth: 4 }).map(
  (mistake) => [mistake.title, mistake.scripts.join(" and "), mistake] as const,
);

test.each(ROWS)("the rules find %s, in %s", async (_title, _scripts, mistake) => {
  const sound = await runScenario(mistake, (adapter) => adapter);
  expect(sound.violations).toEqual([]);
  const broken = await runScenario(mistake, (adapter) => withDamage(adapter, mistake));
  expect(broken.violations.join("\n")).toContain(mistake.violation);
  for (const name of mistake.scripts) expect([...sound.scripts], name).toContain(name);
});

test("each rule finds at least one mistake", () => {
  const rules = "ends once|one winner|one lease|fences rise|same answer|order|nothing after the end|counters".split(
    "|",
  );
  const breaksRule = (rule: string) => ALL.some(({ violation }) => violation.startsWith(`${rule}:`));
  expect(rules.filter((rule) => !breaksRule(rule))).toEqual([]);
});
