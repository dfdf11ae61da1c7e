// `leasehold enqueue`: one job from the arguments, or jobs from files or stdin as lines of JSON, in batches.
import { type Api, type EnqueuedJob, path } from "../kit/api.ts";
import { RequestError, UsageError } from "../kit/cli-errors.ts";
import type { Command, Given } from "../kit/command.ts";
import { parseJson } from "../kit/parse-arguments.ts";
import { formatNumber } from "../output/text.ts";
import type { Batch } from "./job-lines.ts";

/** The command `enqueue`. */
export const enqueueCommand: Command = {
  name: "enqueue",
  usage: "<queue> [data]",
  summary: "enqueues a job, or one for each line of stdin or of files",
  options: {
    id: { value: "ID", text: "the id of the job; a known one creates nothing" },
    delay: { value: "DURATION", text: "the time until the job is ready, such as 10m" },
    priority: { value: "N", text: "0 to 9, the first ones first; 5 unless set" },
    group: { value: "NAME", text: "the group of the job" },
    file: { value: "FILE", text: 'reads lines of JSON: each a job, such as {"data": 1, "delay": "10m"}' },
    payloads: { text: "each line is the payload of a job instead" },
    resume: {
      value: "KEY",
      text: "goes on after an interruption, which printed the key: sends the same lines again, and none twice",
    },
  },
  examples: [
    `leasehold enqueue emails '{"to": "ada@example.com"}' --delay 10m`,
    "leasehold enqueue emails < jobs.jsonl",
    "jq -c '.[]' orders.json | leasehold enqueue orders --payloads",
  ],
  async run(given, connect) {
    const { args, options } = given;
    if (args.data === undefined) {
      await enqueueLines(given, connect);
      return;
    }
    for (const name of ["file", "payloads", "resume"]) {
      if (options[name] !== undefined)
        throw new UsageError(`--${name} is for lines, not for a payload among the arguments`);
    }
    const { id, delay, priority, group } = options;
    const job = {
      data: parseJson(args.data, "the payload"),
      ...(id !== undefined && { id }),
      ...(delay !== undefined && { delay }),
      ...(priority !== undefined && { priority: Number(priority) }),
      ...(group !== undefined && { group }),
    };
    const api = await connect();
    const [result] = await send(api, { queue: args.queue ?? "", jobs: [job], key: undefined });
    if (result) await given.out.object(result, Object.entries(result));
  },
};

/** Enqueues a job for each line, and prints how many were created. */
async function enqueueLines({ args: { queue = "" }, options, out }: Given, connect: () => Promise<Api>): Promise<void> {
  for (const name of ["id", "delay", "priority", "group"]) {
    if (options[name] !== undefined)
      throw new UsageError(`--${name} is for a payload among the arguments; lines have their own options`);
  }
  if (options.file === undefined && process.stdin.isTTY)
    throw new UsageError("enqueue needs a payload, --file, or lines on stdin");
  const [{ createReadStream, existsSync }, { readBatches }] = await Promise.all([
    import("node:fs"),
    import("./job-lines.ts"),
  ]);
  const file = options.file === undefined ? undefined : String(options.file);
  if (file !== undefined && !existsSync(file)) throw new UsageError(`there is no file ${file}`);
  const key = options.resume === undefined ? crypto.randomUUID() : validateKey(String(options.resume));
  const api = await connect();
  const sum = { created: 0, known: 0 };
  let number = 0;
  let line = 1;
  const sendBatch = async ({ jobs, nextLine, isExact }: Batch) => {
    const sent = { queue, jobs, key: `${key}.${number}` };
    number += 1;
    const results = (isExact ? await api.enqueueDirectly?.(sent) : undefined) ?? (await send(api, sent));
    const created = results.filter((job) => job.created).length;
    sum.created += created;
    sum.known += results.length - created;
    line = nextLine;
    out.progress(`${formatNumber(sum.created + sum.known)} jobs`);
  };
  try {
    const input: AsyncIterable<Buffer> = file === undefined ? process.stdin : createReadStream(file);
    let sending = Promise.resolve();
    try {
      // While a request is in flight, the next lines are read.
      for await (const batch of readBatches(input, { arePayloads: options.payloads === true })) {
        await sending;
        sending = sendBatch(batch);
        sending.catch(() => {});
      }
    } finally {
      await sending;
    }
  } catch (error) {
    out.progress();
    const done = `The jobs of ${formatNumber(line - 1)} lines are enqueued.`;
    out.note(`${done} To go on without a double, send the same lines again within a day with --resume ${key}`);
    throw error;
  }
  out.progress();
  await out.object(sum, Object.entries(sum));
}

function validateKey(key: string): string {
  if (!/^[\w-]{8,128}$/.test(key)) throw new UsageError("--resume must be the key that an interrupted enqueue printed");
  return key;
}

/** Enqueues jobs. A request that got no answer is sent again: its key keeps it from creating anything twice. */
async function send(
  api: Api,
  { queue, jobs, key }: { queue: string; jobs: unknown[]; key: string | undefined },
): Promise<EnqueuedJob[]> {
  const idempotencyKey = key ?? crypto.randomUUID();
  const request = { method: "POST", path: path`/v1/queues/${queue}/jobs`, body: jobs, idempotencyKey } as const;
  for (let attempt = 1; ; attempt++) {
    try {
      return (await api.request<{ jobs: EnqueuedJob[] }>(request)).jobs;
    } catch (error) {
      const isLost = error instanceof RequestError && (error.status === undefined || error.status === 503);
      if (!isLost || attempt === 3) throw error;
    }
  }
}
