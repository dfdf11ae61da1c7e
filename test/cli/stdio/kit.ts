// A `leasehold stdio` beside a test: lines go in, and tests wait for lines that come out.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { until } from "../../setup/wait.ts";

const COMMAND = join(import.meta.dirname, "../../../src/cli.ts");

/** A line that came out. */
export type Out = { type: string } & Record<string, unknown>;

/** Starts `leasehold stdio`. */
export function startStdio(env: Record<string, string>, args: readonly string[] = []) {
  const child = spawn(process.execPath, [COMMAND, "stdio", ...args], { env });
  onTestFinished(() => void child.kill("SIGKILL"));
  const closed = once(child, "close") as Promise<[number | null]>;
  const stderr = text(child.stderr);
  child.stdin.on("error", () => {});
  const lines: Out[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => lines.push(JSON.parse(line)));
  /** Resolves with the first line not taken yet that has these fields, and takes it. */
  const take = (fields: Record<string, unknown>) =>
    until(() => {
      const found = lines.findIndex((line) => Object.entries(fields).every(([name, value]) => line[name] === value));
      return found < 0 ? undefined : lines.splice(found, 1)[0];
    });
  const write = (...messages: (object | string)[]) =>
    child.stdin.write(messages.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""));
  let count = 0;
  /** Writes a line, and resolves with its answer. */
  const ask = (message: object): Promise<Out> => {
    count += 1;
    const correlation = `ask-${count}`;
    write({ ...message, correlation });
    return take({ correlation });
  };
  const end = async (signal?: NodeJS.Signals) => {
    if (signal) child.kill(signal);
    else child.stdin.end();
    const [code] = await closed;
    return { code, stderr: await stderr };
  };
  return { lines, write, ask, take, end, child };
}
