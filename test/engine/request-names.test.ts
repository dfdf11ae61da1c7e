// The names of requests: the key that remembers replies follows a time that never runs backward, and each request in
// flight has a lane of its own in it.
import { afterEach, expect, test, vi } from "vitest";
import { newRequest } from "../../src/engine/request.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

// The time in ms for which replies are remembered; the requests of each such period share a key.
const KEY_PERIOD = 1_000;

/** Replaces both clocks. Returns functions that advance them, and that read the number in the key of a new request. */
function mockClocks() {
  let [wall, monotonic] = [Date.now(), performance.now()];
  vi.spyOn(Date, "now").mockImplementation(() => wall);
  vi.spyOn(performance, "now").mockImplementation(() => monotonic);
  const advanceClocks = (ms: { wall: number; monotonic: number }) => {
    wall += ms.wall;
    monotonic += ms.monotonic;
  };
  return { advanceClocks, readKeyNumber: () => Number(newRequest(KEY_PERIOD).replies.replace("replies:", "")) };
}

test.each([
  ["while both clocks run", 5_000, 5_000, 5],
  ["while the process is suspended, which stops its monotonic clock", 5_000, 0, 5],
  ["while the process is suspended for a part of the time", 5_000, 2_000, 5],
  ["after the system clock is set back by an hour", -3_600_000, 5_000, 5],
  ["after the system clock is set ahead by an hour", 3_600_000, 5_000, 3_600],
])("the number in the key of replies rises %s", (_, wall, monotonic, windows) => {
  const { advanceClocks, readKeyNumber } = mockClocks();
  const before = readKeyNumber();
  advanceClocks({ wall, monotonic });
  expect(readKeyNumber() - before).toBe(windows);
});

test("the number in the key of replies rises while the process is suspended after its clock was set back", () => {
  const { advanceClocks, readKeyNumber } = mockClocks();
  readKeyNumber();
  advanceClocks({ wall: -3_600_000, monotonic: 0 });
  const before = readKeyNumber();
  // Many short calls of a function, with a pause of a second between them.
  for (let i = 0; i < 10; i++) {
    advanceClocks({ wall: 1_000, monotonic: 10 });
    readKeyNumber();
  }
  expect(readKeyNumber() - before).toBe(10);
});

test("a part of a request keeps its name and its lane until the whole request has succeeded", async () => {
  const request = newRequest(KEY_PERIOD);
  const part = request.part(1);
  const lanes = new Set([request.lane, part.lane]);
  expect(lanes.size).toBe(2);
  await expect(request.during(() => Promise.reject(new Error("no answer")))).rejects.toThrow("no answer");
  expect(request.part(1)).toBe(part);
  const between = newRequest(KEY_PERIOD);
  expect(lanes).not.toContain(between.lane);
  await request.during(async () => {
    expect(lanes).not.toContain(newRequest(KEY_PERIOD).lane);
  });
  const later = [newRequest(KEY_PERIOD), newRequest(KEY_PERIOD)].map(({ lane }) => lane);
  expect(new Set(later)).toEqual(lanes);
});
