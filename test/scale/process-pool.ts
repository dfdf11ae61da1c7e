// The processes of a run: who sits in which seat, how they are ended, and who comes after them.
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { spawnLeashed } from "../../scripts/processes/leash.mjs";
import { createRandom, type Random } from "../../src/instruments/testing/random.ts";
import { SCRIPTS, TASK, type Task } from "./task.ts";

type Program = "producer" | "worker" | "cleaner";

/** Somebody in a seat. */
interface Member {
  program: Program;
  child: ReturnType<typeof spawnLeashed>;
  /** Whether it was told to end. */
  isEnding: boolean;
}

/** What all processes of a run are told. */
export type Orders = Pick<Task, "url" | "token" | "seed" | "jobs" | "producers" | "lease" | "folder"> & {
  scripts?: Record<string, string>;
};

const TEN_MINUTES = 600_000;
const CLOCKS = [0, TEN_MINUTES, -TEN_MINUTES];
const TOLD = 2_000;
const ENDED_WITHIN = 60_000;

export class Crew {
  readonly #orders: Orders;
  readonly #members = new Map<string, Member>();
  readonly #sat = new Map<string, number>();
  readonly #random: Random;
  #wrongClocks = 0;
  #isOver = false;

  constructor(orders: Orders) {
    this.#orders = orders;
    this.#random = createRandom(`crew ${orders.seed}`);
  }

  /** How many processes there were, and how many of them had a wrong clock. */
  get counts() {
    const processes = [...this.#sat.values()].reduce((sum, count) => sum + count, 0);
    return { processes, wrongClocks: this.#wrongClocks };
  }

  /** The seats of those who work on and were not told to end. */
  seats(...programs: Program[]): string[] {
    const found = [...this.#members].filter(([, member]) => programs.includes(member.program) && !member.isEnding);
    return found.map(([seat]) => seat);
  }

  /** Whether somebody is at work on a program, or about to be. */
  isAt(program: Program): boolean {
    return [...this.#members.values()].some((member) => member.program === program);
  }

  /** Starts a process in a seat. */
  start(program: Program, seat: string, producer = 0): void {
    const { scripts = {}, ...orders } = this.#orders;
    const before = this.#sat.get(seat) ?? 0;
    this.#sat.set(seat, before + 1);
    const name = `${seat}.${before}`;
    // Each seat has another clock each time.
    const clock = CLOCKS[(this.#random.below(CLOCKS.length) + before) % CLOCKS.length] ?? 0;
    if (clock !== 0) this.#wrongClocks += 1;
    // Some wait for longer than a lease for an answer, some give up before.
    const timeout = Math.ceil(orders.lease * (0.5 + 2.5 * this.#random.fraction()));
    // Half of the wrong clocks are set right while their processes are at work.
    const clockSetAfter = this.#random.fraction() < 0.5 ? Math.ceil(orders.lease * 3 * this.#random.fraction()) : 0;
    const task: Task = { ...orders, name, seat, producer, clock, clockSetAfter, timeout };
    const file = join(import.meta.dirname, "programs", `${program}.ts`);
    // Without what vitest and npm have put into the environment of this process.
    const inherited = Object.entries(process.env).filter(([key]) => !/^(VITEST|npm_|NODE_)/i.test(key));
    const told = { [TASK]: JSON.stringify(task), [SCRIPTS]: JSON.stringify(scripts) };
    const child = spawnLeashed(process.execPath, [file], { env: { ...Object.fromEntries(inherited), ...told } });
    const member: Member = { program, child, isEnding: false };
    this.#members.set(seat, member);
    let said = "";
    for (const stream of child.output) {
      stream.on("data", (data) => {
        said = `${said}${data}`.slice(-TOLD);
      });
    }
    child.exited.then((code) => {
      if (member.isEnding ? code === 0 || child.process.signalCode : program === "producer" && code === 0) return;
      appendFileSync(join(orders.folder, `${name}.errors`), `${name} ended with code ${code}: ${said}\n`);
    });
    child.exited.then((code) => {
      // One that had just done all it had to do needs nobody after it.
      if (this.#isOver || (program === "producer" && code === 0)) this.#members.delete(seat);
      else this.start(program, seat, producer);
    });
  }

  /** Ends whoever sits in a seat; somebody else sits down in it. */
  async replace(seat: string, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    const member = this.#members.get(seat);
    if (!member) return;
    member.isEnding = true;
    member.child.process.kill(signal);
    await member.child.exited;
  }

  /** Makes a process stand still, as a machine does that is moved or swaps. */
  async freeze(seat: string, ms: number): Promise<void> {
    const child = this.#members.get(seat)?.child.process;
    if (!child) return;
    child.kill("SIGSTOP");
    await new Promise((resolve) => setTimeout(resolve, ms));
    child.kill("SIGCONT");
  }

  /** Tells everybody to end; resolves with the seats of those who did not. */
  async dismiss(): Promise<string[]> {
    this.#isOver = true;
    const members = [...this.#members];
    for (const [, member] of members) {
      member.isEnding = true;
      member.child.process.kill("SIGTERM");
    }
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, ENDED_WITHIN);
    });
    await Promise.race([Promise.all(members.map(([, { child }]) => child.exited)), late]);
    clearTimeout(timer);
    return [...this.#members.keys()];
  }

  /** Ends everybody at once. */
  async end(): Promise<void> {
    this.#isOver = true;
    const members = [...this.#members.values()];
    for (const member of members) {
      member.isEnding = true;
      member.child.process.kill("SIGKILL");
    }
    await Promise.all(members.map(({ child }) => child.stop()));
  }
}
