// Dispatches mutants to worker processes of vitest, which keep the tests loaded, and receives their verdicts. A worker that
// does not respond is replaced, and its mutant counts as killed: no test would have ended.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { spawnLeashed } from "../processes/leash.mjs";
import { listenOnLoopback } from "../processes/loopback.ts";
import type { Measurement } from "./test-cases.ts";

/** A mutant to test. */
export interface Task {
  id: number;
  /** The name of its Lua file. */
  file: string;
  /** The texts of the scripts that it changes. */
  scripts: Record<string, string>;
}

/** The result of the tests of a mutant. */
export interface Verdict {
  id: number;
  /** The test that killed it. */
  killer?: string;
  /** Tests that also fail without the mutant. */
  unfit: string[];
  /** True when a script or a test did not end. */
  isHung?: boolean;
  /** True when its Redis is no longer usable. */
  isStuck?: boolean;
}

/** The data that a worker needs before its first mutant. */
export interface Start {
  /** The test files. */
  files: string[];
  /** The texts of all scripts without a mutant. */
  originals: Record<string, string>;
  /** The measurements that other workers have made, by test. */
  measurements: Record<string, Measurement>;
}

interface Worker {
  task?: Task | undefined;
  timer?: NodeJS.Timeout | undefined;
  stop(): Promise<void>;
}

interface Options extends Omit<Start, "measurements"> {
  workers: number;
  onVerdict(verdict: Verdict): void;
}

/** The longest time for all tests of one mutant. */
const MUTANT_TIMEOUT = 240_000;
const VITEST = ["node_modules/vitest/vitest.mjs", "run", "--config", "scripts/mutate/vitest.config.ts"];

/** Tests all mutants. Rejects when a test fails without one. */
export async function dispatchMutants(tasks: Task[], { workers: count, onVerdict, ...start }: Options): Promise<void> {
  const waiting = tasks.toReversed();
  const workers = new Map<string, Worker>();
  const state: Start = { ...start, measurements: {} };
  const server = createServer((request, response) => void respondToWorker(request, response));
  const { url, close } = await listenOnLoopback(server);

  function finishTask(worker: Worker, verdict: Verdict): void {
    clearTimeout(worker.timer);
    worker.task = undefined;
    onVerdict(verdict);
  }

  function startTask(worker: Worker, task: Task): void {
    worker.task = task;
    worker.timer = setTimeout(() => {
      finishTask(worker, { id: task.id, unfit: [], killer: "no test ended", isHung: true });
      void worker.stop();
    }, MUTANT_TIMEOUT);
  }

  async function respondToWorker(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, name = "", path = ""] = (request.url ?? "").split("/");
    const worker = workers.get(name);
    const body = await json(request);
    if (!worker) return void response.destroy();
    if (path === "start") return void response.end(JSON.stringify(state));
    if (path === "measurements") {
      Object.assign(state.measurements, body);
      return void response.end();
    }
    if (path === "verdict" && worker.task) {
      const verdict = body as Verdict;
      finishTask(worker, verdict);
      // Without a usable Redis, the worker has to be replaced. It waits for a response until it is stopped.
      if (verdict.isStuck) return void worker.stop();
    }
    const task = waiting.pop();
    if (task) startTask(worker, task);
    response.end(task ? JSON.stringify(task) : "");
  }

  async function keepWorkerRunning(index: number): Promise<void> {
    for (let life = 0; life === 0 || waiting.length > 0; life++) {
      const name = `${index}-${life}`;
      const { REDIS_URL: _, ...env } = process.env;
      const child = spawnLeashed(process.execPath, VITEST, {
        env: { ...env, LEASEHOLD_MUTATE_DISPATCHER: `${url}/${name}` },
      });
      let output = "";
      for (const stream of child.output) stream.on("data", (data) => (output = `${output}${data}`.slice(-20_000)));
      let isStopped = false;
      workers.set(name, {
        stop: () => {
          isStopped = true;
          return child.stop();
        },
      });
      const code = await child.exited;
      workers.delete(name);
      if (code !== 0 && !isStopped) throw new Error(`the tests stopped:\n${output}`);
    }
  }

  try {
    await Promise.all(Array.from({ length: count }, (_, index) => keepWorkerRunning(index)));
  } finally {
    for (const worker of workers.values()) {
      clearTimeout(worker.timer);
      await worker.stop();
    }
    await close();
  }
}
