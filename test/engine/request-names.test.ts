// The names of requests: the key of replies that they share follows a time that goes on, and never back.
import { afterEach, expect, test, vi } from "vitest";
import { newRequest } from "../../src/engine/request.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const KEEP = 1_000;

/** Stops both clocks; returns a function that moves them, and one that returns the number of the key that a request uses. */
function stoppedClocks() {
  let [wall, monotonic] = [Date.now(), performance.now()];
  vi.spyOn(Date, "now").mockImplementation(() => wall);
  vi.spyOn(performance, "now").mockImplementation(() => monotonic);
  const pass = (ms: { wall: number; monotonic: number }) => {
    wall += ms.wall;
    monotonic += ms.monotonic;
  };
  return { pass, key: () => Number(newRequest(KEEP).replies.replace("replies:", "")) };
}

test.each([
  ["both clocks go on", 5_000, 5_000, 5],
  ["the process stands still, and its monotonic clock with it", 5_000, 0, 5],
  ["the process stands still for a part of the time", 5_000, 2_000, 5],
  ["the system clock is set back by an hour", -3_600_000, 5_000, 5],
  ["the system clock is set ahead by an hour", 3_600_000, 5_000, 3_600],
])("change where %s", (_, wall, monotonic, windows) => {
  const { pass, key } = stoppedClocks();
  const before = key();
  pass({ wall, monotonic });
  expect(key() - before).toBe(windows);
});

test("change also where the process stands still after its clock was set back", () => {
  const { pass, key } = stoppedClocks();
  key();
  pass({ wall: -3_600_000, monotonic: 0 });
  const before = key();
  // Many short calls of a function, with a pause of a second between them.
  for (let i = 0; i < 10; i++) {
    pass({ wall: 1_000, monotonic: 10 });
    key();
  }
  expect(key() - before).toBe(10);
});

test("a part of a request keeps its name, and its lane is taken by no other until the whole has succeeded", async () => {
  const request = newRequest(KEEP);
  const part = request.part(1);
  const lanes = new Set([request.lane, part.lane]);
  expect(lanes.size).toBe(2);
  await expect(request.during(() => Promise.reject(new Error("no answer")))).rejects.toThrow("no answer");
  expect(request.part(1)).toBe(part);
  const between = newRequest(KEEP);
  expect(lanes).not.toContain(between.lane);
  await request.during(async () => {
    expect(lanes).not.toContain(newRequest(KEEP).lane);
  });
  const later = [newRequest(KEEP), newRequest(KEEP)].map(({ lane }) => lane);
  expect(new Set(later)).toEqual(lanes);
});
