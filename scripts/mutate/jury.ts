// Inside vitest: loads the tests once, notes which scripts each of them runs, and then asks for one mutant after the other
// and says which test kills it.
import { describe, inject, test } from "vitest";
import * as core from "../../src/engine/scripts.gen.ts";
import * as interop from "../../src/redis-work-queue/scripts.gen.ts";
import type {} from "../../test/setup/global.ts";
import type { Start, Task, Verdict } from "./judge.ts";
import { closeFiles, type Trial, trialsOf } from "./trials.ts";
import { type Watched, watchRedis } from "./watch.ts";

const { files, plain, measured } = (await tell("start")) as Start;

for (const file of files) {
  // Skipped, so that vitest itself does not run them.
  describe.skip(file, async () => {
    await import(/* @vite-ignore */ `../../${file}`);
  });
}

const current = new Map(Object.entries(plain));
const used = new Set<string>();
for (const [module, scripts] of Object.entries({ core, interop })) {
  for (const script of Object.values(scripts)) {
    const key = `${module}/${script.name}`;
    // Nothing copies the text, so that whoever reads it is about to run it.
    const get = () => {
      used.add(key);
      return current.get(key);
    };
    Object.defineProperty(script, "text", { get });
  }
}

test("judges mutants until there are no more", { timeout: 2 ** 31 - 1 }, async ({ task: self }) => {
  const redis = await watchRedis(inject("redisUrl"));
  const trials = trialsOf(self.file.tasks, self);
  for (const trial of trials) trial.measured = measured[trial.name];
  let task = (await tell("next")) as Task | undefined;
  while (task) {
    const verdict = await verdictOn(task, trials, redis);
    if (!verdict.stuck) await redis.empty();
    task = (await tell("verdict", verdict)) as Task | undefined;
  }
  await closeFiles();
  redis.close();
});

/** Runs the tests that reach a mutant until one fails: quick ones first, and those that have killed others of its file. */
async function verdictOn(task: Task, trials: Trial[], redis: Watched): Promise<Verdict> {
  let tests = 0;
  const unfit: string[] = [];
  for (const tier of [0, 1]) {
    const own = trials.filter((trial) => trial.tier === tier);
    await measure(own.filter((trial) => !trial.measured));
    const killsOf = (trial: Trial) => trial.kills.get(task.file) ?? 0;
    const reaching = own
      .filter((trial) => trial.measured?.scripts.some((key) => key in task.scripts))
      .toSorted((a, b) => killsOf(b) - killsOf(a) || (a.measured?.ms ?? 0) - (b.measured?.ms ?? 0));
    for (const trial of reaching) {
      tests += 1;
      const failure = await runWith(task.scripts, () => Promise.race([trial.run(), redis.stuck]));
      if (!failure) continue;
      const stuck = failure === "stuck";
      const hung = redis.hung() || stuck;
      // A test that fails without the mutant, too, says nothing of it, and judges no more.
      if (!stuck && !(await passes(trial, redis))) {
        unfit.push(trial.name);
        trials.splice(trials.indexOf(trial), 1);
        continue;
      }
      trial.kills.set(task.file, killsOf(trial) + 1);
      return { id: task.id, by: trial.name, tests, unfit, ...(hung && { hung }), ...(stuck && { stuck }) };
    }
  }
  return { id: task.id, tests, unfit };
}

async function passes(trial: Trial, redis: Watched): Promise<boolean> {
  // Twice, because the mutant may have left something running.
  for (const _ of [1, 2]) {
    await redis.empty();
    if (!(await trial.run())) return true;
  }
  return false;
}

async function runWith<T>(scripts: Record<string, string>, run: () => Promise<T>): Promise<T> {
  for (const [key, text] of Object.entries(scripts)) current.set(key, text);
  try {
    return await run();
  } finally {
    for (const key of Object.keys(scripts)) current.set(key, plain[key] ?? "");
  }
}

/** Runs tests without a mutant. */
async function measure(trials: Trial[]): Promise<void> {
  for (const trial of trials) {
    used.clear();
    const start = performance.now();
    const failure = await trial.run();
    if (failure) throw new Error(`${trial.name} fails without a mutant`, { cause: failure });
    trial.measured = { scripts: [...used], ms: performance.now() - start };
  }
  if (trials.length > 0)
    await tell("measured", Object.fromEntries(trials.map(({ name, measured }) => [name, measured])));
}

async function tell(what: "start" | "measured" | "next" | "verdict", body: unknown = null): Promise<unknown> {
  const address = `${process.env.LEASEHOLD_MUTATE_JUDGE}/${what}`;
  const text = await (await fetch(address, { method: "POST", body: JSON.stringify(body) })).text();
  return text === "" ? undefined : JSON.parse(text);
}
