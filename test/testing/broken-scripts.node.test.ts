// Each rule of the history checker catches a script that is broken on purpose; with the real scripts the same story is
// without fault.
import { expect, test } from "vitest";
import type { Adapter } from "../../src/index.ts";
import { withDamage } from "./kit/damaged-scripts.ts";
import { LATE_MISTAKES } from "./kit/late-holder-mistakes.ts";
import type { Mistake } from "./kit/mistake.ts";
import { MISTAKES } from "./kit/mistakes.ts";
import { overTcp } from "./kit/recorded-queue.ts";

const make = overTcp();

/** What the checker says of a story, and which scripts carried it out. */
async function tell({ story, path }: Mistake, between: (adapter: Adapter) => Adapter) {
  const scripts = new Set<string>();
  const on = make((adapter) => {
    const inner = between(adapter);
    return {
      run: async (script, keys, args) => {
        const reply = await inner.run(script, keys, args);
        if (reply !== "odd") scripts.add(script.name);
        return reply;
      },
    };
  });
  await story(on, path);
  return { wrong: await on.wrong(), scripts };
}

const ALL = [...MISTAKES, ...LATE_MISTAKES];
const ROWS = ALL.map((mistake) => [mistake.what, mistake.scripts.join(" and "), mistake] as const);

test.each(ROWS)("%s, in %s, is caught", async (_what, _scripts, mistake) => {
  const sound = await tell(mistake, (adapter) => adapter);
  expect(sound.wrong).toEqual([]);
  const broken = await tell(mistake, (adapter) => withDamage(adapter, mistake));
  expect(broken.wrong.join("\n")).toContain(mistake.found);
  for (const name of mistake.scripts) expect([...sound.scripts], name).toContain(name);
});

test("every rule is shown to catch something", () => {
  const rules = "ends once|one winner|one lease|fences rise|same answer|order|nothing after the end|counters".split(
    "|",
  );
  const found = ALL.map((mistake) => mistake.found);
  const isShown = (rule: string) => found.some((text) => text.startsWith(`${rule}:`));
  expect(rules.filter((rule) => !isShown(rule))).toEqual([]);
});
