// The commands as processes, over an API, over Upstash and over Redis: the same output and the same exit codes.
import { expect, test } from "vitest";
import { freshName, freshQueue } from "../setup/queue.ts";
import { runLeasehold, useConnections } from "./kit/run.ts";

const connections = useConnections();

/** Replaces what differs from run to run: the name of the queue, times and durations. */
const stable = (text: string, queue: string) =>
  text
    .replaceAll(queue, "QUEUE")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
    .replaceAll(/\b(in )?\d+(\.\d+)?(ms|s|m|h)( ago)?\b/g, "AGE")
    .replaceAll(/AGE +/g, "AGE  ")
    .replaceAll(/\b1\d{12}\b/g, "MS");

test.each(connections)(
  "commands print tables and facts for people over %s",
  async (_, variables) => {
    const name = freshName();
    const queue = freshQueue<unknown>({ groups: { concurrency: 1 } }, name);
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await runLeasehold(args, { env: variables() });
      return { code, text: stable(stdout, name), note: stable(stderr, name) };
    };
    expect(await run("enqueue", name, '{"to":"ada"}', "--id", "a", "--group", "g")).toEqual({
      code: 0,
      text: "id       a\ncreated  true\nstate    ready\noutcome  created\n",
      note: "",
    });
    await run("enqueue", name, '{"to":"bo\\u001b[2J"}', "--id", "b", "--group", "g");
    await run("enqueue", name, "3", "--id", "c", "--delay", "10m", "--priority", "1");
    expect((await run("counts", name)).text).toContain(
      "ready             1\ndelayed           1\nblocked           1\n",
    );
    expect(await run("list", name, "blocked")).toEqual({
      code: 0,
      text: 'ID  GROUP  PRIORITY  ATTEMPT  AGE  DATA\nb   g             5  0 of 5   AGE  {"to":"bo\\u001b[2J"}\n',
      note: "",
    });
    expect((await run("explain", name, "c")).text).toMatch(/^state {2}delayed\nwhy {4}It is delayed until TIME/);
    const [held] = (await queue.lease({ worker: "w-1" })).jobs;
    expect(held?.id).toBe("a");
    expect((await run("workers", name)).text).toBe("WORKER  LAST SEEN  HOLDS  JOBS\nw-1     AGE  1  a\n");
    expect((await run("groups", name)).text).toBe("GROUP  HELD  OF  BLOCKED\ng         1   1        1\n");
    expect((await run("explain", name, "b")).text).toContain('Its group "g" runs at most 1 job at a time');
    expect((await run("set-group", name, "g", "--concurrency", "2")).code).toBe(0);
    expect((await run("groups", name, "g")).text).toBe("GROUP  HELD  OF  BLOCKED  NEXT\ng         1   2        0  b\n");
    await held?.fail("no");
    expect((await run("get", name, "a")).text).toContain("state     failed\n");
    expect((await run("list", name, "failed")).text).toMatch(/ERROR +DATA\na .* no {5,}\{"to":"ada"\}\n$/);
    expect((await run("redrive", name)).text).toBe("redriven  1\n");
    await queue.lease({ worker: "w-2" });
    expect((await run("fail-worker", name, "w-2")).text).toBe("returned  1\n");
    expect((await run("promote", name, "c", "x")).text).toBe("ID  OUTCOME\nc   ready\nx   not delayed\n");
    expect(await run("cancel", name, "c", "x")).toEqual({
      code: 1,
      text: "ID  OUTCOME    WAS\nc   cancelled  ready\nx   not found\n",
      note: "",
    });
    expect(await run("pause", name)).toEqual({ code: 0, text: "", note: "QUEUE is paused.\n" });
    expect((await run("queues", "--all")).text).toMatch(/^QUEUE {2,}\d.* paused$/m);
    expect(await run("resume", name)).toEqual({ code: 0, text: "", note: "QUEUE goes on.\n" });
    expect((await run("clean", name)).text).toMatch(/^reclaimed {2}0\n/);
    expect((await run("deep-clean", name)).text).toMatch(/^examined {2,}\d+\norphans {3}0\n/);
    expect((await run("cancel-group", name, "g", "--yes")).text).toBe("cancelled  2\n");
    expect((await run("purge", name, "seen", "--yes")).text).toBe("purged  0\n");
    expect(await run("destroy", name, "--yes")).toEqual({ code: 0, text: "", note: "QUEUE is removed.\n" });
  },
  120_000,
);

test.each(connections)("--json prints each object as one line over %s", async (_, variables) => {
  const name = freshName();
  const env = variables();
  const json = async (...args: string[]) => {
    const { stdout } = await runLeasehold([...args, "--json"], { env });
    return stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  };
  const jobs = Array.from({ length: 2_500 }, (_, i) =>
    JSON.stringify({ data: { i }, id: `j${i}`, state: "failed", schedule: { id: "s" } }),
  );
  const { stdout } = await runLeasehold(["enqueue", name, "--json"], { env, input: `${jobs.join("\n")}\n\n` });
  expect(JSON.parse(stdout)).toEqual({ created: 2_500, known: 0 });
  expect(await json("counts", name)).toMatchObject([{ name, ready: 2_500 }]);
  expect(await json("list", name, "ready")).toHaveLength(100);
  const all = await json("list", name, "ready", "--all");
  expect(all.map(({ data }) => data.i)).toEqual(Array.from({ length: 2_500 }, (_, i) => i));
  expect(await json("get", name, "j7")).toMatchObject([{ id: "j7", state: "ready", data: { i: 7 } }]);
  await runLeasehold(["destroy", name, "--yes"], { env });
});

test.each(connections)("jobs are searched and changed by their payloads and errors over %s", async (_, variables) => {
  const name = freshName();
  const queue = freshQueue<unknown>({ maxAttempts: 1 }, name);
  await queue.enqueueMany(
    [1, 2, 3, 4].map((n) => ({ data: { user: { id: n, name: n < 3 ? "ada" : "bo" } }, id: `j${n}` })),
  );
  for (const job of (await queue.lease({ count: 4 })).jobs)
    await job.fail(job.id === "j2" ? "timeout" : "no such city");
  const run = async (...args: string[]) => {
    const { code, stdout } = await runLeasehold([...args, "--json"], { env: variables() });
    return {
      code,
      found: stdout
        .trimEnd()
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    };
  };
  const ids = async (...args: string[]) => (await run("search", name, "failed", ...args)).found.map(({ id }) => id);
  expect(await ids("--where", "user.id=3")).toEqual(["j3"]);
  expect(await ids("--where", "user.name=ada", "--error", "city")).toEqual(["j1"]);
  expect(await ids("--where", "user.name~b")).toEqual(["j3", "j4"]);
  expect(await ids("--where", "user.age")).toEqual([]);
  expect(await ids("--limit", "3")).toEqual(["j1", "j2", "j3"]);
  expect((await run("search", name, "failed", "--error", "city", "--count")).found).toEqual([{ matched: 3 }]);
  const redriven = await run("bulk", name, "redrive", "failed", "--error", "city", "--change", '{"priority":1}');
  expect(redriven).toMatchObject({ code: 0, found: [{ status: "finished", matched: 3, changed: 3 }] });
  expect((await run("bulk", name, "cancel", "ready", "--where", "user.id=3", "--yes")).found).toMatchObject([
    { changed: 1 },
  ]);
  expect(await queue.counts()).toMatchObject({ ready: 2, failed: 1 });
});
