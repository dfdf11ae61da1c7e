// Work that many ask for: how often it is done, and that nobody who asks is forgotten.
import { expect, test } from "vitest";
import { SingleFlight } from "../../src/worker/single-flight.ts";
import { until } from "../setup/wait.ts";

const soon = () => Date.now() + 20_000;

/** Work whose rounds the test ends itself. */
function rounds() {
  const ends: ((isFinished: boolean) => void)[] = [];
  return {
    work: () => new Promise<boolean>((resolve) => ends.push(resolve)),
    /** Ends a round, the first being 0, once it has begun. */
    async end(round: number, isFinished = true) {
      (await until(() => ends[round]))(isFinished);
    },
    get count() {
      return ends.length;
    },
  };
}

test("many who ask during a round are served by one more", async () => {
  const turns = new SingleFlight();
  const log = rounds();
  const first = turns.run("a", soon(), log.work);
  const others = Array.from({ length: 10 }, () => turns.run("a", soon(), async () => expect.unreachable()));
  await log.end(0);
  await log.end(1);
  await Promise.all([first, ...others]);
  expect(log.count).toBe(2);
});

test("who asks in the last moment of a round is served by one more", async () => {
  const turns = new SingleFlight();
  const asked: Promise<void>[] = [];
  let count = 0;
  await turns.run("a", soon(), async () => {
    count += 1;
    // The last thing that happens before it is over.
    if (count === 1) asked.push(turns.run("a", soon(), async () => expect.unreachable()));
    return true;
  });
  await Promise.all(asked);
  expect(count).toBe(2);
});

test("work is told once that it was asked for meanwhile, and need not be done again for that", async () => {
  const turns = new SingleFlight();
  const asked: Promise<void>[] = [];
  const told: boolean[] = [];
  await turns.run("a", soon(), async (wasCalled) => {
    told.push(wasCalled());
    asked.push(turns.run("a", soon(), async () => expect.unreachable()));
    told.push(wasCalled(), wasCalled());
    return true;
  });
  await Promise.all(asked);
  expect(told).toEqual([false, true, false]);
});

test("who asks after the last round begins one", async () => {
  const turns = new SingleFlight();
  let count = 0;
  const work = async () => {
    count += 1;
    return true;
  };
  await turns.run("a", soon(), work);
  await turns.run("a", soon(), work);
  expect(count).toBe(2);
});

test("the last to ask takes over what was not finished, and the others need not wait for it", async () => {
  const turns = new SingleFlight();
  const log = rounds();
  const began: string[] = [];
  const ask = (who: string) =>
    turns.run("a", soon(), () => {
      began.push(who);
      return log.work();
    });
  const first = ask("first");
  const second = ask("second");
  const third = ask("third");
  await second;
  await log.end(0, false);
  await first;
  await log.end(1);
  await third;
  expect(began).toEqual(["first", "third"]);
});

test("who has no time left takes over nothing", async () => {
  const turns = new SingleFlight();
  const log = rounds();
  const first = turns.run("a", soon(), log.work);
  await turns.run("a", Date.now() + 200, async () => expect.unreachable());
  await log.end(0, false);
  await first;
});

test("a round that its platform has ended without a word is taken over when its time is long over", async () => {
  const turns = new SingleFlight();
  void turns.run("a", Date.now() - 60_000, () => new Promise(() => {}));
  let done = false;
  await turns.run("a", soon(), async () => {
    done = true;
    return true;
  });
  expect(done).toBe(true);
});

test("one name does not wait for another", async () => {
  const turns = new SingleFlight();
  const log = rounds();
  const first = turns.run("a", soon(), log.work);
  let done = false;
  await turns.run("b", soon(), async () => {
    done = true;
    return true;
  });
  expect(done).toBe(true);
  await log.end(0);
  await first;
});

test("work that throws ends its round, and the next begins anew", async () => {
  const turns = new SingleFlight();
  const thrown = turns.run("a", soon(), async () => {
    throw new Error("no");
  });
  await expect(thrown).rejects.toThrow("no");
  let count = 0;
  await turns.run("a", soon(), async () => {
    count += 1;
    return true;
  });
  expect(count).toBe(1);
});
