// Scripts with one mistake each: the model finds all of them.
import { afterAll, beforeAll, expect, test } from "vitest";
import { alteredLua } from "../setup/altered-lua.ts";
import { check } from "./find-difference.ts";
import { World } from "./real/real-queue.ts";
import { MISTAKES, ONE_ATTEMPT_TOO_MANY } from "./seeded-bugs.ts";

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world?.stop());

test.each(MISTAKES)(
  "finds that %s",
  async (_, alteration, traffic = "usual") => {
    world.instead = alteredLua(alteration);
    const difference = await check(world, { traffic, runs: 300, seed: 1, shrink: false });
    expect(difference, "no difference found").toBeDefined();
    // Without the mistake the same sequence shows no difference.
    world.instead = {};
    const again = { traffic, runs: 1, seed: 1, path: difference?.path ?? "", shrink: false };
    expect(await check(world, again)).toBeUndefined();
  },
  120_000,
);

test("makes a failing sequence short, and the seed and path that it prints play the same one again", async () => {
  world.instead = alteredLua(ONE_ATTEMPT_TOO_MANY);
  const found = await check(world, { traffic: "late", runs: 100, seed: 9 });
  const shortest = [
    "enqueue",
    expect.stringMatching(/^(lease|turn)$/),
    "pass",
    expect.stringMatching(/^(clean|lease|turn)$/),
  ];
  expect(found?.operations.map((operation) => operation.do)).toEqual(shortest);
  expect(found?.report).toContain(`npm run test:soak -- --traffic late --seed 9 --path "${found?.path}"`);
  expect(found?.operations.length).toBe(4);
  const again = await check(world, { traffic: "late", runs: 1, seed: 9, path: found?.path ?? "" });
  expect(again?.operations).toEqual(found?.operations);
  const [, ...lines] = found?.report.split("\n") ?? [];
  expect(again?.report).toContain(lines.join("\n"));
}, 120_000);
