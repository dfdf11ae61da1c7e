// The last attempts of a job in its run: which ends are kept, and in how many bytes.
import { expect, test } from "vitest";
import { clean, extend, failWorker, turn } from "../../../src/engine/all-scripts.ts";
import { type EndLetter, ended, ref, run } from "../kit/forms.ts";
import { leasedQueue } from "../kit/leased-jobs.ts";
import { connectQueues, type TestQueue } from "../kit/test-queue.ts";
import { clockAt, LEASE, place, START, tick } from "../kit/times.ts";
import { type Action, settle } from "../kit/turns.ts";

const queueWith = connectQueues();
const US = "\x1f";

/** A job that is leased and ended again and again, a second for each attempt. */
class Story {
  readonly #queue: TestQueue;
  #number = 0;
  #at = START;

  constructor(queue: TestQueue) {
    this.#queue = queue;
  }

  /** Leases the job and settles it 5 ms later. Resolves with the fence. */
  async attempt(action: Action, { error = "", worker = "w" } = {}): Promise<number> {
    this.#at += 1_000;
    this.#number += 1;
    const leaseArgs = { count: 1, worker, number: this.#number, times: clockAt(this.#at), max: 5_000 };
    const [, , header = ""] = await this.#queue.call(turn, leaseArgs);
    const fence = Number(header.split(" ").at(-1));
    this.#number += 1;
    await settle(this.#queue, [[action, "a", fence, "0", error]], {
      number: this.#number,
      times: clockAt(this.#at + 5),
    });
    return fence;
  }

  async attempts(): Promise<string[]> {
    return (await this.#queue.state()).runs?.a?.split("\n").slice(3) ?? [];
  }
}

/** Returns the story of a ready job. */
async function startStory(): Promise<Story> {
  const { jobs = {}, meta = {} } = leasedQueue(["a"]);
  return new Story(await queueWith({ ready: { a: place(1) }, jobs, meta, runs: { a: run("W", 0, { attempt: 0 }) } }));
}

test("a thousand releases keep the last five errors, and the first of them go before any other", async () => {
  const story = await startStory();
  for (let i = 0; i < 7; i++) await story.attempt("retry", { error: `"error ${i}"` });
  for (let i = 0; i < 40; i++) await story.attempt("release");
  const attempts = await story.attempts();
  expect(attempts.map((line) => line[0])).toEqual([..."rrrrr", ..."ggggg"]);
  expect(attempts.map((line) => line.split("\t")[2])).toEqual([
    ...[2, 3, 4, 5, 6].map((i) => `"error ${i}"`),
    ...["", "", "", "", ""],
  ]);
  expect(attempts.at(-1)).toMatch(/^g 47 \d{15} 5\tw\t$/);
});

test("an error that repeats is stored once, with the last attempt that had it, and only the last has a stack", async () => {
  const story = await startStory();
  const error = `"${"the mail server did not answer ".repeat(9)}"`;
  const fences: number[] = [];
  for (let i = 0; i < 12; i++) fences.push(await story.attempt("retry", { error: `${error}\t"at send"` }));
  const lines = fences.slice(2).map((fence, i) => `r ${i + 3} ${fence} 5\tw\t${i < 9 ? "=" : `${error}\t"at send"`}`);
  expect(await story.attempts()).toEqual(lines);
  const last = await story.attempt("retry", { error: '"other"' });
  expect((await story.attempts()).slice(-2)).toEqual([
    lines.at(-1)?.replace('\t"at send"', ""),
    `r 13 ${last} 5\tw\t"other"`,
  ]);
});

test("an attempt keeps its worker and the version of its deployment", async () => {
  const story = await startStory();
  const first = await story.attempt("release", { worker: `mail${US}v41` });
  const second = await story.attempt("retry", { worker: `${US}v42` });
  const third = await story.attempt("fail", { worker: "" });
  expect(await story.attempts()).toEqual([
    `g 1 ${first} 5\tmail${US}v41\t`,
    `r 2 ${second} 5\t${US}v42\t`,
    `f 3 ${third} 5\t\t`,
  ]);
});

test("a turn notes a worker without the version of its deployment", async () => {
  const queue = await queueWith(leasedQueue(["a"]));
  for (const [i, worker] of [`mail${US}v41`, `${US}v42`, `mail${US}v43`, "plain", ""].entries())
    await queue.call(turn, { worker, heartbeat: "1", number: i + 1 });
  expect(Object.keys((await queue.state()).workers ?? {}).sort()).toEqual(["mail", "plain"]);
});

test("failWorker takes the jobs of a worker of any version", async () => {
  const versions = ["", `${US}v41`, `${US}v42`];
  const leased = leasedQueue(["a", "b", "c", "d"]);
  const runs = Object.fromEntries(
    [...versions.map((version) => `mail${version}`), "mail2"].map((worker, i) => [
      "abcd"[i],
      run("L", tick(1), { worker }),
    ]),
  );
  const queue = await queueWith({ ...leased, runs });
  expect(await queue.call(failWorker, { worker: "mail" })).toEqual(["ok", "3", "-"]);
  expect(Object.keys((await queue.state()).leased ?? {})).toEqual(["d"]);
});

test.each<[action: Action, letter: EndLetter]>([
  ["retry", "r"],
  ["postpone", "p"],
  ["fail", "f"],
  ["release", "g"],
  ["releaseBegun", "b"],
])("a holder that settles late by %s replaces the end of its lease", async (action, letter) => {
  const queue = await queueWith(leasedQueue(["a"], { end: START, head: { due: START } }));
  await queue.call(clean);
  expect((await queue.state()).runs?.a).toBe(run("L", tick(1), { attempts: [ended("l", tick(1))] }));
  await settle(queue, [[action, "a", tick(1), "0"]], { number: 7, times: clockAt(START + 9) });
  expect((await queue.state()).runs?.a?.split("\n").slice(3)).toEqual([ended(letter, tick(1), { at: START + 9 })]);
});

test("a lease that expires, is extended and expires again has one end, and the next lease another", async () => {
  const queue = await queueWith(leasedQueue(["a"], { end: START, head: { due: START } }));
  await queue.call(clean);
  await queue.call(extend, { items: [ref("a", tick(1))], duration: LEASE });
  await queue.call(clean, { times: clockAt(START + LEASE) });
  const first = ended("l", tick(1), { at: START + LEASE });
  expect((await queue.state()).runs?.a).toBe(run("L", tick(1), { attempts: [first] }));
  const times = clockAt(START + LEASE + 1);
  const [, , header = ""] = await queue.call(turn, { count: 1, times, number: 9 });
  const fence = Number(header.split(" ").at(-1));
  await queue.call(clean, { times: clockAt(START + 3 * LEASE) });
  const second = ended("l", fence, { attempt: 2, at: START + 3 * LEASE });
  expect((await queue.state()).runs?.a?.split("\n").slice(3)).toEqual([first, second]);
});

test("an expired lease repeats no error of an earlier one, so a late end takes away only its own", async () => {
  const error = '"lease expired"';
  const earlier = ended("l", tick(0), { error });
  const parts = { max: 1, attempts: [earlier] };
  const queue = await queueWith(leasedQueue(["a"], { end: START, parts, head: { due: START } }));
  await queue.call(clean);
  const lines = async () => (await queue.state()).runs?.a?.split("\n").slice(3);
  expect(await lines()).toEqual([earlier, ended("l", tick(1), { error })]);
  await settle(queue, [["release", "a", tick(1)]], { number: 7 });
  expect(await lines()).toEqual([earlier, ended("g", tick(1))]);
});

test("a run with more attempts than the limit is cut to the limit", async () => {
  const attempts = Array.from({ length: 14 }, (_, i) => ended("r", tick(i + 2), { error: `"${i}"` }));
  const queue = await queueWith(leasedQueue(["a"], { parts: { attempts } }));
  await settle(queue, [["release", "a", tick(1)]]);
  expect((await queue.state()).runs?.a?.split("\n").slice(3)).toEqual([...attempts.slice(5), ended("g", tick(1))]);
});
