// The model is worth something only if it finds what is wrong: scripts with one mistake each, of the kinds that one makes.
import { afterAll, beforeAll, expect, test } from "vitest";
import { alteredLua } from "../setup/altered-lua.ts";
import { check } from "./check.ts";
import type { Traffic } from "./operations.ts";
import { World } from "./world.ts";

// What is wrong, in which file, what stands there, what is put in its place, and the traffic that shows it.
const MISTAKES: [what: string, file: string, from: string, to: string, traffic?: Traffic][] = [
  ["release uses up an attempt", "lib/settle", "given = given + 1", "given = given + 0"],
  ["an old fence is good enough", "lib/verdicts", "current ~= fence", "current < fence"],
  ["complete leaves the time to live", "lib/settle", "mortal[#mortal + 1] = id", ""],
  ["one attempt too many", "lib/heal", "attempt - given >= tonumber(max)", "attempt - given > tonumber(max)", "late"],
  ["a lease ends a millisecond late", "lib/heal", "leased, '-inf', time,", "leased, '-inf', '(' .. time,", "late"],
  [
    "a job is still handed out as its time to live ends",
    "lib/take",
    "not found[i] or dies > 0 and dies <= now",
    "not found[i] or dies > 0 and dies < now",
    "late",
  ],
  ["an expired job is handed out", "lib/take", "not found[i] or dies > 0 and dies <= now", "not found[i]", "late"],
  ["an error is forgotten too early", "lib/runs", "string.rep(line, 5)", "string.rep(line, 2)", "stubborn"],
  ["a repeated settling is carried out again", "settle", "remember(letters)", "remember('')", "lossy"],
  [
    "a repeated lease is a new one",
    "lib/take",
    "remember(table.concat(out, '\\n', 2)",
    "remember('x' .. table.concat(out, '\\n', 2)",
    "lossy",
  ],
  ["a delayed job loses its priority", "lib/heal", "priorityDue(due[i + 1])", "5", "late"],
  ["a batch is written before it is refused", "enqueue", "> maxLength then", "> maxLength + 1 then"],
  ["an id is forgotten with its job", "enqueue", "> '0' then write", "> '9' then write"],
  ["cancel leaves the run", "cancel", "redis.call('HDEL', runs, unpack(gone))", ""],
  ["cancel takes what has failed", "cancel", "letter == 'R' or", "letter == 'R' or letter == 'F' or"],
  ["redrive keeps the attempts", "redrive", "0, 0, order", "1, 0, order"],
  ["promote is not counted", "promote", "redis.call('HINCRBY', meta, 'sequence', #chosen)", ""],
  [
    "clean keeps one failed job too many",
    "clean",
    "redis.call('ZCARD', key) - count",
    "redis.call('ZCARD', key) - count - 1",
    "late",
  ],
  ["clean drops what is leased", "clean", "if waits[i] or sleeps[i] then", "if true then", "late"],
  ["purged jobs are not counted", "purge", "redis.call('HINCRBY', meta, total, #ids)", ""],
  ["who failed keeps his fences", "fail-worker", "'W' .. string.sub(run, 2)", "run", "late"],
  [
    "an extended job stays in line",
    "extend",
    "redis.call('ZREM', ready, unpack(free))",
    "redis.call('ZREM', ready, '')",
    "late",
  ],
  ["the audit takes a whole job apart", "deep-clean", "if not records[i] then", "if records[i] then", "late"],
  ["a result is forgotten too early", "lib/settle", "'PX', keepResult", "'PX', keep"],
  ["a record lies in another bucket", "lib/records", "#id + string.byte", "1 + string.byte"],
];

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world?.stop());

test.each(MISTAKES)(
  "finds that %s",
  async (_, file, from, to, traffic = "usual") => {
    world.instead = alteredLua(file, from, to);
    const difference = await check(world, { traffic, runs: 300, seed: 1, shrink: false });
    expect(difference?.report, "no difference found").toBeDefined();
  },
  120_000,
);

test("makes a failing sequence short, and the seed and path that it prints play the same one again", async () => {
  world.instead = alteredLua("lib/heal", "attempt - given >= tonumber(max)", "attempt - given > tonumber(max)");
  const found = await check(world, { traffic: "late", runs: 100, seed: 7 });
  const shortest = [
    "enqueue",
    expect.stringMatching(/^(lease|turn)$/),
    "pass",
    expect.stringMatching(/^(clean|lease|turn)$/),
  ];
  expect(found?.operations.map((operation) => operation.do)).toEqual(shortest);
  expect(found?.report).toContain(`npm run test:soak -- --traffic late --seed 7 --path "${found?.path}"`);
  expect(found?.operations.length).toBe(4);
  const again = await check(world, { traffic: "late", runs: 1, seed: 7, path: found?.path ?? "" });
  expect(again?.operations).toEqual(found?.operations);
}, 120_000);
