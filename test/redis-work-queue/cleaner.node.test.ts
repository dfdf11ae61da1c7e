// `npm run rwq-cleaner`, driven by another program: it reads one line for each clean, and writes one line when it is done.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterAll, expect, inject, test } from "vitest";
import { commandMark } from "../setup/processes.ts";
import { connectItemQueues } from "./kit/test-item-queue.ts";

const createTestItemQueue = connectItemQueues();
const children: ChildProcessWithoutNullStreams[] = [];
afterAll(() => {
  for (const child of children) child.stdin.end();
});

/** Starts the cleaner with a variable that marks it as a process of this run, and without variables of vitest and npm. */
function startCleaner(address: string): ChildProcessWithoutNullStreams {
  const inherited = Object.entries(process.env).filter(([key]) => !/^(VITEST|npm_|NODE_)/i.test(key));
  const [markName, markValue] = `${commandMark(inject("prefix"))}${crypto.randomUUID()}`.split("=") as [string, string];
  const env = { ...Object.fromEntries(inherited), [markName]: markValue };
  const child = spawn("npm", ["run", "rwq-cleaner", "--", address], { env, stdio: ["pipe", "pipe", "pipe"] });
  children.push(child);
  return child;
}

test("the cleaner cleans the queues of its input in order, and names them in its output", async () => {
  const { host, pathname } = new URL(inject("redisUrl"));
  const { prefix, otherClient, connection, readState } = createTestItemQueue();
  await otherClient.run(otherClient.addItem("half popped", "!"));
  await otherClient.start(otherClient.lease(60)).step(2);
  await otherClient.start(otherClient.addItem("half added", "!")).step(1);
  await connection.send("LPUSH", `${prefix}:processing`, Buffer.from([0xff]));

  const child = startCleaner(pathname.length > 1 ? `redis://${host}${pathname}` : host);
  let errors = "";
  child.stderr.on("data", (data) => (errors += data));
  child.stdin.write(`light:${prefix}\ndeep:${prefix}\nnonsense\ndeep:${prefix}\nlight:${prefix}\n`);
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes("cleaned")) lines.push(line);
    if (lines.length === 4) break;
  }
  expect(lines).toEqual(["light", "deep", "deep", "light"].map((kind) => `${kind} cleaned ${prefix}`));
  expect(await readState()).toEqual({
    queue: expect.arrayContaining(["half added", "half popped"]),
    items: { "half added": "!", "half popped": "!" },
    others: [":leasehold:marks"],
  });
  child.stdin.end();
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(errors).toContain('"light:QUEUE" or "deep:QUEUE"');
});

test("the cleaner exits with an error if it cannot connect to Redis", async () => {
  const child = startCleaner("127.0.0.1:1");
  child.stdout.resume();
  child.stdin.end();
  let errors = "";
  child.stderr.on("data", (data) => (errors += data));
  expect(await once(child, "close")).toEqual([1, null]);
  expect(errors).toContain("ECONNREFUSED");
});
