// Uses the library directly: runs each operation that a worker needs, and prints the outcomes as a line of JSON.
import { env } from "node:process";
import { Queue, upstash } from "../../../src/index.ts";
import { parseSettings } from "../test-app.ts";

const { url, token, prefix } = parseSettings(env);
const queue = new Queue<{ n: number; text: string }>("library", { redis: upstash({ url, token }), prefix });

const created = await queue.enqueueMany([1, 2, 3].map((n) => ({ data: { n, text: "żółć 🐎" }, id: `job/${n}%` })));
const { jobs } = await queue.lease({ worker: "w" });
const completed = await jobs[0]?.complete({ text: jobs[0].data.text });
const result = await queue.wait("job/1%", { timeout: "5s" });
const { completed: drained } = await queue.drain(async ({ data }) => data.n * 2, { budget: "10s" });
const waiting = queue.lease({ wait: "10s" });
await queue.enqueue({ n: 4, text: "" }, { id: "late" });
const late = (await waiting).jobs.map(({ id }) => id);
console.log(JSON.stringify({ created: created.map(({ id }) => id), completed, result, drained, late }));
