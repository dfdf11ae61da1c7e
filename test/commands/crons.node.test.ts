// The crons of `npm run dev`: they are fired at the start of the minute in which they are due.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cronsIn, isDue, startCrons } from "../../scripts/dev/crons.ts";
import { createTemporaryFolder } from "../setup/temporary-folder.ts";

const at = (text: string) => Date.parse(`${text}:00Z`);

test.each([
  ["* * * * *", "2026-11-18T10:01", true],
  ["*/5 * * * *", "2026-11-18T10:05", true],
  ["*/5 * * * *", "2026-11-18T10:06", false],
  ["17 3 * * *", "2026-11-18T03:17", true],
  ["17 3 * * *", "2026-11-18T15:17", false],
  ["0 0 29 2 *", "2028-02-29T00:00", true],
  // Cloudflare's weekdays begin with 1 for Sunday; 2026-11-18 is a Wednesday.
  ["0 12 * * 4", "2026-11-18T12:00", true],
  ["0 12 * * 3", "2026-11-18T12:00", false],
  ["0 12 * * WED", "2026-11-18T12:00", true],
])("%s at %s is due: %s", (expression, minute, due) => {
  expect(isDue(expression, at(minute))).toBe(due);
});

let file: string;

beforeEach(async () => {
  file = join(await createTemporaryFolder(), "wrangler.toml");
  vi.useFakeTimers({ now: at("2026-11-18T03:15") + 30_500 });
});
afterEach(() => vi.useRealTimers());

test("each cron is fired once, at the start of its minute, with its expression and the time", async () => {
  await writeFile(file, '[triggers]\ncrons = ["* * * * *", "17 3 * * *"]\n');
  const fired: [string, number][] = [];
  const crons = startCrons(file, async (cron, time) => void fired.push([cron, time]));
  vi.advanceTimersByTime(29_499);
  expect(fired).toEqual([]);
  vi.advanceTimersByTime(120_001);
  crons.stop();
  vi.advanceTimersByTime(600_000);
  expect(fired).toEqual([
    ["* * * * *", at("2026-11-18T03:16")],
    ["* * * * *", at("2026-11-18T03:17")],
    ["17 3 * * *", at("2026-11-18T03:17")],
    ["* * * * *", at("2026-11-18T03:18")],
  ]);
});

test("a changed file applies from the next minute on, and a broken one is reported and ends nothing", async () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => {});
  await writeFile(file, "crons = [");
  const fired: string[] = [];
  const crons = startCrons(file, async (cron) => {
    fired.push(cron);
    throw new Error("the Worker is unavailable");
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(errors).toHaveBeenCalledTimes(1);
  await writeFile(file, '[triggers]\ncrons = ["17 3 * * *"]\n');
  await vi.advanceTimersByTimeAsync(60_000);
  crons.stop();
  expect(fired).toEqual(["17 3 * * *"]);
  expect(errors.mock.calls.flat()).toContain("cron 17 3 * * * failed: the Worker is unavailable");
  errors.mockRestore();
});

test("an invalid expression is reported, and the others are fired", async () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => {});
  await writeFile(file, '[triggers]\ncrons = ["61 * * * *", "* * * * *"]\n');
  const fired: string[] = [];
  const crons = startCrons(file, async (cron) => void fired.push(cron));
  await vi.advanceTimersByTimeAsync(60_000);
  crons.stop();
  expect(fired).toEqual(["* * * * *"]);
  expect(errors.mock.calls.flat()).toEqual([expect.stringMatching(/^cron 61 \* \* \* \* failed: /)]);
  errors.mockRestore();
});

test("a file without triggers has no crons", () => {
  expect(cronsIn('name = "x"\n')).toEqual([]);
});
