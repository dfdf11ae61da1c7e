// A child process that runs a file of this project, reports when it is ready, and replies to each message in order.
import { fork } from "node:child_process";
import { once } from "node:events";

/** A running child process. */
export interface Child<Ready> {
  readonly pid: number;
  /** The first message of the process. */
  readonly ready: Ready;
  /** Sends a message and resolves with the reply. */
  ask<Reply>(message: object | string): Promise<Reply>;
  stop(): Promise<void>;
}

interface ChildOptions {
  args?: string[];
  /** Receives each message. Returns true for an event; any other message is the first one or a reply. */
  onMessage?: (message: object) => boolean;
}

/** Starts a file and resolves when its first message arrives. The file ends itself when its parent disconnects. */
export async function startChild<Ready>(
  file: URL,
  { args = [], onMessage = () => false }: ChildOptions = {},
): Promise<Child<Ready>> {
  const child = fork(file, args, { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const waiting: ((message: unknown) => void)[] = [];
  const nextReply = () => new Promise<unknown>((resolve) => waiting.push(resolve));
  child.on("message", (message: object) => {
    if (!onMessage(message)) waiting.shift()?.(message);
  });
  const exited = once(child, "exit");
  const failed = exited.then(([code]) => {
    throw new Error(`${file.pathname} exited with code ${code} before it was ready`);
  });
  failed.catch(() => {});
  const ready = (await Promise.race([nextReply(), failed])) as Ready;
  return {
    pid: child.pid as number,
    ready,
    ask: <Reply>(message: object | string) => {
      child.send(message);
      return nextReply() as Promise<Reply>;
    },
    async stop() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
