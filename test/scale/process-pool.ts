// The processes of a run, each in a slot. When a process is killed or ends early, another one takes its slot.
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { spawnLeashed } from "../../scripts/processes/leash.mjs";
import { sleep } from "../../src/base/monotonic.ts";
import { createRandom, type Random } from "../../src/instruments/testing/seeded-random.ts";
import { SCRIPTS, TASK, type Task } from "./task.ts";

type Program = "producer" | "worker" | "cleaner";

/** A running process. */
interface PoolProcess {
  program: Program;
  child: ReturnType<typeof spawnLeashed>;
  /** True once it was signaled to end. */
  isEnding: boolean;
}

/** The part of the task that all processes of a run share. */
export type SharedTask = Pick<Task, "url" | "token" | "seed" | "jobs" | "producers" | "lease" | "folder"> & {
  scripts?: Record<string, string>;
};

const TEN_MINUTES = 600_000;
const CLOCK_ERRORS = [0, TEN_MINUTES, -TEN_MINUTES];
const MAX_OUTPUT = 2_000;
const STOP_TIMEOUT = 60_000;

/** The processes of a run. */
export class ProcessPool {
  readonly #shared: SharedTask;
  /** The current process of each slot. */
  readonly #processes = new Map<string, PoolProcess>();
  /** The number of processes that each slot has had. */
  readonly #started = new Map<string, number>();
  readonly #random: Random;
  readonly #scriptsFile: string;
  #wrongClocks = 0;
  #isClosing = false;

  constructor(shared: SharedTask) {
    this.#shared = shared;
    // Written once: a process that starts while the file is written again would read a part of it.
    this.#scriptsFile = join(shared.folder, "scripts.json");
    writeFileSync(this.#scriptsFile, JSON.stringify(shared.scripts ?? {}));
    this.#random = createRandom(`processes ${shared.seed}`);
  }

  /** The numbers of processes started so far, and of those with a wrong clock. */
  get counts() {
    const processes = [...this.#started.values()].reduce((sum, count) => sum + count, 0);
    return { processes, wrongClocks: this.#wrongClocks };
  }

  /** Returns the slots whose process runs one of the programs and was not signaled to end. */
  runningSlots(...programs: Program[]): string[] {
    const isRunning = ({ program, isEnding }: PoolProcess) => programs.includes(program) && !isEnding;
    return [...this.#processes].filter(([, running]) => isRunning(running)).map(([slot]) => slot);
  }

  /** Reports whether a slot runs a program, or is about to. */
  hasSlotFor(program: Program): boolean {
    return [...this.#processes.values()].some((running) => running.program === program);
  }

  /** Starts a program in a slot. Its successor starts when it exits, unless it is a producer that is done. */
  start(program: Program, slot: string, { producer = 0 } = {}): void {
    const { folder } = this.#shared;
    const task = this.#createTask(slot, producer);
    const file = join(import.meta.dirname, "programs", `${program}.ts`);
    // Without the variables that vitest and npm have added to the environment of this process.
    const inherited = Object.entries(process.env).filter(([name]) => !/^(VITEST|npm_|NODE_)/i.test(name));
    const variables = { [TASK]: JSON.stringify(task), [SCRIPTS]: this.#scriptsFile };
    const child = spawnLeashed(process.execPath, [file], { env: { ...Object.fromEntries(inherited), ...variables } });
    const started: PoolProcess = { program, child, isEnding: false };
    this.#processes.set(slot, started);
    let output = "";
    for (const stream of child.output) {
      stream.on("data", (data) => {
        output = `${output}${data}`.slice(-MAX_OUTPUT);
      });
    }
    child.exited.then((code) => {
      const isDone = program === "producer" && code === 0;
      const isExpected = started.isEnding ? code === 0 || child.process.signalCode : isDone;
      if (!isExpected) {
        appendFileSync(join(folder, `${task.name}.errors`), `${task.name} exited with code ${code}: ${output}\n`);
      }
      if (this.#isClosing || isDone) this.#processes.delete(slot);
      else this.start(program, slot, { producer });
    });
  }

  /** Creates the task of the next process in a slot, with a random clock error and timeout. */
  #createTask(slot: string, producer: number): Task {
    const { scripts: _, ...shared } = this.#shared;
    const before = this.#started.get(slot) ?? 0;
    this.#started.set(slot, before + 1);
    // The number in the slot shifts the choice, so that the processes of a slot differ in their clocks.
    const clockError = CLOCK_ERRORS[(this.#random.below(CLOCK_ERRORS.length) + before) % CLOCK_ERRORS.length] ?? 0;
    if (clockError !== 0) this.#wrongClocks += 1;
    // Some timeouts are longer than a lease, others are shorter.
    const timeout = Math.ceil(shared.lease * (0.5 + 2.5 * this.#random.fraction()));
    // Half of the wrong clocks are corrected while their processes run.
    const clockSetAfter = this.#random.fraction() < 0.5 ? Math.ceil(shared.lease * 3 * this.#random.fraction()) : 0;
    return { ...shared, name: `${slot}.${before}`, slot, producer, clockError, clockSetAfter, timeout };
  }

  /** Ends the process in a slot; another one takes the slot. */
  async replace(slot: string, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    const current = this.#processes.get(slot);
    if (!current) return;
    current.isEnding = true;
    current.child.process.kill(signal);
    await current.child.exited;
  }

  /** Suspends a process for a time, as happens on a machine that swaps or migrates. */
  async freeze(slot: string, ms: number): Promise<void> {
    const child = this.#processes.get(slot)?.child.process;
    if (!child) return;
    child.kill("SIGSTOP");
    await sleep(ms);
    child.kill("SIGCONT");
  }

  /** Signals all processes to end. Resolves with the slots of those that did not end in time. */
  async stop(): Promise<string[]> {
    const exits = this.#endAll("SIGTERM").map(({ child }) => child.exited);
    await Promise.race([Promise.all(exits), setTimeout(STOP_TIMEOUT, undefined, { ref: false })]);
    return [...this.#processes.keys()];
  }

  /** Kills all processes. */
  async kill(): Promise<void> {
    await Promise.all(this.#endAll("SIGKILL").map(({ child }) => child.stop()));
  }

  /** Signals all processes to end, and lets no successor start. */
  #endAll(signal: "SIGTERM" | "SIGKILL"): PoolProcess[] {
    this.#isClosing = true;
    const processes = [...this.#processes.values()];
    for (const running of processes) {
      running.isEnding = true;
      running.child.process.kill(signal);
    }
    return processes;
  }
}
