// The commands for schedules and the outbox, over each kind of connection.
import { expect, test } from "vitest";
import { freshName, freshQueue } from "../setup/queue.ts";
import { runLeasehold, useConnections } from "./kit/run.ts";

const connections = useConnections();

/** Replaces what differs from run to run: the names of queues, times and durations from now. */
const stable = (text: string, ...queues: string[]) =>
  queues
    .reduce((rest, queue, i) => rest.replaceAll(queue, `QUEUE${i}`), text)
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z \((in )?[\d.]+\w+( ago)?\)/g, "TIME")
    .replaceAll(/\b1\d{12}\b/g, "MS")
    .replaceAll(/ +$/gm, "");

const DEFINITION = { cron: "0 9 * * 1-5", tz: "Europe/Berlin", data: { kind: "sales" }, overlap: "allow" };
const HOUR = 3_600_000;

test.each(connections)(
  "schedules are stored, listed, paused, triggered, backfilled and removed over %s",
  async (_, variables) => {
    const [name, copy] = [freshName(), freshName()];
    const queue = freshQueue<unknown>({}, name);
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await runLeasehold(args, { env: variables() });
      return { code, text: stable(stdout, name, copy), note: stable(stderr, name, copy) };
    };
    const created = { code: 0, text: "SCHEDULE  OUTCOME\nsales     created\n", note: "" };
    expect(await run("schedule", name, "sales", JSON.stringify(DEFINITION))).toEqual(created);
    await queue.schedule("sync", { every: "1h" }, { data: 1 });
    await queue.schedule("once", { at: 4_102_444_800_000 }, { data: 1 });
    const pause = await run("pause-schedule", name, "once", "--note", "a migration");
    expect(pause).toEqual({ code: 0, text: "", note: "once is paused.\n" });
    const { text } = await run("schedules", name);
    expect(text.split("\n").map((line) => line.replaceAll(/ {2,}/g, "  "))).toEqual([
      "SCHEDULE  WHEN  NEXT  RUNS  MISSED  SKIPPED",
      ...["sales  0 9 * * 1-5 Europe/Berlin  TIME  0  0  0", "sync  every 1h  TIME  0  0  0"].toSorted(
        (a, b) => text.indexOf(a.slice(0, 5)) - text.indexOf(b.slice(0, 5)),
      ),
      "once  at 2100-01-01T00:00:00.000Z  0  0  0  paused: a migration",
      "",
    ]);
    expect((await run("trigger", name, "sales")).text).toBe("id  sales:MS\n");
    expect((await run("get", name, (await queue.list("ready")).jobs[0]?.id ?? "")).text).toMatch(
      /^schedule {2}sales$/m,
    );
    const to = Math.floor(Date.now() / HOUR) * HOUR;
    const span = ["--from", new Date(to - HOUR).toISOString(), "--to", new Date(to).toISOString()];
    expect((await run("backfill", name, "sync", ...span)).text).toBe("ID\nsync:MS\nsync:MS\n");
    expect((await run("schedules", name, "sales")).text.split("\n").map((line) => line.trim())).toEqual([
      ...["id        sales", "when      0 9 * * 1-5 Europe/Berlin", "overlap   allow"],
      ...["next      TIME", "TIME", "TIME", "TIME", "TIME"],
      ...["runs      0", "missed    0", "skipped   0", "lateness  0ms", "last      sales:MS triggered, not ended"],
      ...['data      {"kind":"sales"}', ""],
    ]);
    expect(await run("unschedule", name, "once")).toEqual({ code: 0, text: "", note: "once is removed.\n" });

    const { stdout } = await runLeasehold(["schedules", name, "--all", "--json"], { env: variables() });
    const copied = await runLeasehold(["schedule", copy, "--json"], { env: variables(), input: `${stdout}\n` });
    expect(
      copied.stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).outcome),
    ).toEqual(["created", "created"]);
    const definitions = async (of: typeof queue) =>
      (await of.schedules()).schedules.map(({ id, times, data, overlap }) => ({ id, times, data, overlap }));
    expect(await definitions(freshQueue<unknown>({}, copy))).toEqual(await definitions(queue));
  },
  120_000,
);

test.each(connections)("follow-ups that wait for another queue are listed over %s", async (_, variables) => {
  const name = freshName();
  const queue = freshQueue<unknown>({}, name);
  const target = freshQueue<unknown>({ maxLength: 1 });
  const run = async (...args: string[]) => {
    const { stdout, stderr } = await runLeasehold([...args], { env: variables() });
    return stable(stdout + stderr, target.name);
  };
  expect(await run("outbox", name)).toBe("No follow-up waits for another queue.\n");
  await target.enqueue("full");
  await queue.enqueue(1);
  await (await queue.lease()).jobs[0]?.complete(1, { then: [{ queue: target, id: "invoice", data: 1 }] });
  expect(await run("outbox", name)).toMatch(/^ID +QUEUE +WAITS FOR\ninvoice +QUEUE0 +[\d.]+m?s\n$/);
  expect(await run("counts", name)).toMatch(/^outbox +1$/m);
});

test.each<[string, string[], string, RegExp]>([
  ["an id without a definition", ["sales"], "", /schedule needs a definition after the id/],
  ["a definition that is no JSON", ["sales", "daily"], "", /the definition must be JSON/],
  ["a definition that is no object", ["sales", "[]"], "", /the definition must be an object/],
  ["a line without an id", [], '{"id":"a","every":"1h","data":1}\n{"every":"1h","data":1}', /line 2 must have an id/],
  ["a file beside a definition", ["a", "{}", "--file", "x"], "", /--file is for lines/],
  ["a file that does not exist", ["--file", "none.jsonl"], "", /none\.jsonl cannot be read/],
])("%s is refused, and nothing is stored", async (_title, args, input, message) => {
  const name = freshName();
  const [, variables] = connections[2] ?? [];
  const ended = await runLeasehold(["schedule", name, ...args], { env: variables?.() ?? {}, input });
  expect(ended).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(message) });
  expect((await freshQueue({}, name).schedules()).total).toBe(0);
});

test.each(["unschedule", "pause-schedule", "resume-schedule", "trigger", "schedules"])(
  "%s of a schedule that does not exist ends with 3",
  async (command) => {
    const [, variables] = connections[2] ?? [];
    const ended = await runLeasehold([command, freshName(), "none"], { env: variables?.() ?? {} });
    expect(ended).toMatchObject({ code: 3, stdout: "", stderr: expect.stringMatching(/has no schedule of this id/) });
  },
);

test("a backfill without a beginning, or with a date that does not exist, is refused", async () => {
  const [, variables] = connections[2] ?? [];
  const run = (...args: string[]) => runLeasehold(["backfill", "q", "a", ...args], { env: variables?.() ?? {} });
  expect(await run()).toMatchObject({ code: 2, stderr: expect.stringMatching(/backfill needs --from/) });
  expect(await run("--from", "2027-02-31")).toMatchObject({ code: 2, stderr: expect.stringMatching(/--from must be/) });
});
