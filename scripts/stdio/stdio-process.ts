// A `leasehold stdio` with its pipes.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A line that a process has written. */
export type OutLine = { type: string } & Record<string, unknown>;

const COMMAND = join(import.meta.dirname, "../../src/cli.ts");

/** A running `leasehold stdio`. */
export class StdioProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #asked = new Map<string, (line: OutLine | undefined) => void>();
  #count = 0;

  constructor(env: NodeJS.ProcessEnv, tick: number, { onLine }: { onLine: (line: OutLine) => void }) {
    this.#child = spawn(process.execPath, [COMMAND, "stdio", "--tick", `${tick}ms`], { env });
    // Lines to a process that was killed are lost, which is what the workers must cope with.
    this.#child.stdin.on("error", () => {});
    this.#child.stderr.resume();
    this.#child.once("close", () => {
      for (const resolve of this.#asked.values()) resolve(undefined);
    });
    createInterface({ input: this.#child.stdout }).on("line", (text) => {
      const line = JSON.parse(text) as OutLine;
      const resolve = this.#asked.get(String(line.correlation));
      if (resolve) resolve(line);
      else onLine(line);
    });
  }

  write(line: string): void {
    this.#child.stdin.write(`${line}\n`);
  }

  /** Writes a line and resolves with its answer, undefined if the process ends before. */
  async ask(message: object): Promise<OutLine | undefined> {
    this.#count += 1;
    const correlation = `ask-${this.#count}`;
    const answer = new Promise<OutLine | undefined>((resolve) => this.#asked.set(correlation, resolve));
    this.write(JSON.stringify({ ...message, correlation }));
    const line = await answer;
    this.#asked.delete(correlation);
    return line;
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }
}
