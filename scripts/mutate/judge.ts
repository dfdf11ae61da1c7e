// Gives mutants to processes of vitest, which keep the tests loaded, and takes what they say of each. One that does not
// answer any more is replaced, and what it was given counts as killed: no test would have ended.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { spawnLeashed } from "../processes/leash.mjs";
import type { Measured } from "./trials.ts";

/** A mutant as it is given away. */
export interface Task {
  id: number;
  /** The file that it is a mutant of. */
  file: string;
  /** The scripts that are other with it. */
  scripts: Record<string, string>;
}

/** What became of a mutant. */
export interface Verdict {
  id: number;
  /** The test that killed it. */
  by?: string;
  /** How many tests ran. */
  tests: number;
  /** Tests that failed without it, too. */
  unfit: string[];
  /** Set when a script or a test did not end. */
  hung?: boolean;
  /** Set when its Redis cannot be used any more. */
  stuck?: boolean;
}

/** What a process has to know before its first mutant. */
export interface Start {
  files: string[];
  plain: Record<string, string>;
  /** What other processes have found out about tests, by their names. */
  measured: Record<string, Measured>;
}

interface Worker {
  task?: Task | undefined;
  timer?: NodeJS.Timeout | undefined;
  stop(): Promise<void>;
}

interface Options extends Omit<Start, "measured"> {
  workers: number;
  onVerdict(verdict: Verdict): void;
}

/** The longest that all tests together may take for one mutant. */
const PATIENCE = 240_000;
const VITEST = ["node_modules/vitest/vitest.mjs", "run", "--config", "scripts/mutate/vitest.config.ts"];

/** Has every mutant judged; rejects when the tests fail without one. */
export async function judge(tasks: Task[], { workers: count, onVerdict, ...start }: Options): Promise<void> {
  const waiting = tasks.toReversed();
  const workers = new Map<string, Worker>();
  const state: Start = { ...start, measured: {} };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function settle(worker: Worker, verdict: Verdict): void {
    clearTimeout(worker.timer);
    worker.task = undefined;
    onVerdict(verdict);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, name = "", what = ""] = (request.url ?? "").split("/");
    const worker = workers.get(name);
    const body = JSON.parse(await textOf(request));
    if (!worker) return void response.destroy();
    if (what === "start") return void response.end(JSON.stringify(state));
    if (what === "measured") {
      Object.assign(state.measured, body);
      return void response.end();
    }
    if (what === "verdict" && worker.task) {
      settle(worker, body);
      // Its Redis is of no use any more, and it neither; it waits for an answer until it is ended.
      if (body.stuck) return void worker.stop();
    }
    const task = waiting.pop();
    worker.task = task;
    if (task) {
      worker.timer = setTimeout(() => {
        settle(worker, { id: task.id, tests: 0, unfit: [], by: "no test ended", hung: true });
        void worker.stop();
      }, PATIENCE);
    }
    response.end(task ? JSON.stringify(task) : "");
  }

  async function keepWorker(index: number): Promise<void> {
    for (let life = 0; life === 0 || waiting.length > 0; life++) {
      const name = `${index}-${life}`;
      const { REDIS_URL: _, ...env } = process.env;
      const child = spawnLeashed(process.execPath, VITEST, {
        env: { ...env, LEASEHOLD_MUTATE_JUDGE: `${address}/${name}` },
      });
      let said = "";
      for (const stream of child.output) stream.on("data", (data) => (said = `${said}${data}`.slice(-20_000)));
      let stopped = false;
      workers.set(name, {
        stop: () => {
          stopped = true;
          return child.stop();
        },
      });
      const code = await child.exited;
      workers.delete(name);
      if (code !== 0 && !stopped) throw new Error(`the tests stopped:\n${said}`);
    }
  }

  try {
    await Promise.all(Array.from({ length: count }, (_, index) => keepWorker(index)));
  } finally {
    for (const worker of workers.values()) {
      clearTimeout(worker.timer);
      await worker.stop();
    }
    server.closeAllConnections();
    server.close();
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
