// The cleaner as another program drives it: lines in, lines out, in order.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterAll, expect, inject, test } from "vitest";
import { commandMark } from "../setup/processes.ts";
import { benches } from "./kit/bench.ts";

const fresh = benches();
const children: ChildProcessWithoutNullStreams[] = [];
afterAll(() => {
  for (const child of children) child.stdin.end();
});

function start(address: string): ChildProcessWithoutNullStreams {
  const inherited = Object.entries(process.env).filter(([key]) => !/^(VITEST|npm_|NODE_)/i.test(key));
  const [mark, value] = `${commandMark(inject("prefix"))}${crypto.randomUUID()}`.split("=") as [string, string];
  const env = { ...Object.fromEntries(inherited), [mark]: value };
  const child = spawn("npm", ["run", "rwq-cleaner", "--", address], { env, stdio: ["pipe", "pipe", "pipe"] });
  children.push(child);
  return child;
}

test("cleans what it is told to, and answers in order", async () => {
  const { host, pathname } = new URL(inject("redisUrl"));
  const { prefix, foreign, wire, state } = fresh();
  await foreign.run(foreign.addItem("half popped", "!"));
  await foreign.start(foreign.lease(60)).step(2);
  await foreign.start(foreign.addItem("half added", "!")).step(1);
  await wire.send("LPUSH", `${prefix}:processing`, Buffer.from([0xff]));

  const child = start(pathname.length > 1 ? `redis://${host}${pathname}` : host);
  let said = "";
  child.stderr.on("data", (data) => (said += data));
  child.stdin.write(`light:${prefix}\ndeep:${prefix}\nnonsense\ndeep:${prefix}\nlight:${prefix}\n`);
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes("cleaned")) lines.push(line);
    if (lines.length === 4) break;
  }
  expect(lines).toEqual(["light", "deep", "deep", "light"].map((kind) => `${kind} cleaned ${prefix}`));
  expect(await state()).toEqual({
    queue: expect.arrayContaining(["half added", "half popped"]),
    items: { "half added": "!", "half popped": "!" },
    others: [":leasehold:marks"],
  });
  child.stdin.end();
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(said).toContain('"light:QUEUE" or "deep:QUEUE"');
});

test("says so when no Redis is there", async () => {
  const child = start("127.0.0.1:1");
  child.stdout.resume();
  child.stdin.end();
  let said = "";
  child.stderr.on("data", (data) => (said += data));
  expect(await once(child, "close")).toEqual([1, null]);
  expect(said).toContain("ECONNREFUSED");
});
