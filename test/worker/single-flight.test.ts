// Work that concurrent calls share: the number of its runs, and that each call is followed by a run.
import { beforeEach, expect, test, vi } from "vitest";
import { SingleFlight } from "../../src/worker/single-flight.ts";
import { until } from "../setup/wait.ts";

let flights: SingleFlight;
beforeEach(() => {
  flights = new SingleFlight();
});

const deadline = () => Date.now() + 20_000;

/** Returns work for a single flight: each run lasts until the test ends it, and `count` is the number of runs so far. */
function createWork() {
  const ends: ((isFinished: boolean) => void)[] = [];
  return {
    run: () => new Promise<boolean>((resolve) => ends.push(resolve)),
    /** Ends a run once it has begun. The first run is 0. */
    async end(run: number, isFinished = true) {
      (await until(() => ends[run]))(isFinished);
    },
    get count() {
      return ends.length;
    },
  };
}

test("calls that arrive during a run share one more run", async () => {
  const work = createWork();
  const first = flights.run("a", deadline(), work.run);
  const others = Array.from({ length: 10 }, () => flights.run("a", deadline(), async () => expect.unreachable()));
  await work.end(0);
  await work.end(1);
  await Promise.all([first, ...others]);
  expect(work.count).toBe(2);
});

test("a call that arrives at the end of a run is followed by one more run", async () => {
  const calls: Promise<void>[] = [];
  let count = 0;
  await flights.run("a", deadline(), async () => {
    count += 1;
    // The call is the last statement of the run.
    if (count === 1) calls.push(flights.run("a", deadline(), async () => expect.unreachable()));
    return true;
  });
  await Promise.all(calls);
  expect(count).toBe(2);
});

test("work that has learned of a new call needs no further run for it", async () => {
  const calls: Promise<void>[] = [];
  const reported: boolean[] = [];
  await flights.run("a", deadline(), async (hasNewCall) => {
    reported.push(hasNewCall());
    calls.push(flights.run("a", deadline(), async () => expect.unreachable()));
    reported.push(hasNewCall(), hasNewCall());
    return true;
  });
  await Promise.all(calls);
  expect(reported).toEqual([false, true, false]);
});

test("a call after the last run begins another run", async () => {
  const work = vi.fn(async () => true);
  await flights.run("a", deadline(), work);
  await flights.run("a", deadline(), work);
  expect(work).toHaveBeenCalledTimes(2);
});

test("the last call takes over unfinished work, and the other calls return", async () => {
  const work = createWork();
  const began: string[] = [];
  const call = (name: string) =>
    flights.run("a", deadline(), () => {
      began.push(name);
      return work.run();
    });
  const first = call("first");
  const second = call("second");
  const third = call("third");
  await second;
  await work.end(0, false);
  await first;
  await work.end(1);
  await third;
  expect(began).toEqual(["first", "third"]);
});

test("a call without time left does not take over", async () => {
  const work = createWork();
  const first = flights.run("a", deadline(), work.run);
  await flights.run("a", Date.now() + 200, async () => expect.unreachable());
  await work.end(0, false);
  await first;
});

test("a run that the platform has stopped is taken over long after its deadline", async () => {
  void flights.run("a", Date.now() - 60_000, () => new Promise(() => {}));
  const work = vi.fn(async () => true);
  await flights.run("a", deadline(), work);
  expect(work).toHaveBeenCalledOnce();
});

test("work of one name does not wait for work of another", async () => {
  const work = createWork();
  const first = flights.run("a", deadline(), work.run);
  const other = vi.fn(async () => true);
  await flights.run("b", deadline(), other);
  expect(other).toHaveBeenCalledOnce();
  await work.end(0);
  await first;
});

test("work that throws ends its run, and the next call begins another", async () => {
  const thrown = flights.run("a", deadline(), () => Promise.reject(new Error("no")));
  await expect(thrown).rejects.toThrow("no");
  const work = vi.fn(async () => true);
  await flights.run("a", deadline(), work);
  expect(work).toHaveBeenCalledOnce();
});
