// Processes beside the benchmark, so that their work is not its own: the gateway, a far network.
import { fork } from "node:child_process";

/** What a child says once it is ready. */
export type Ready<T> = T & { stop(): void };

/** Starts a script of this folder; it sends one message when it is ready, and ends when we do. */
export function startChild<T>(file: string, args: string[]): Promise<Ready<T>> {
  const child = fork(new URL(file, import.meta.url), args);
  return new Promise((resolve, reject) => {
    child.once("message", (message) => resolve({ ...(message as T), stop: () => child.kill() }));
    child.once("exit", (code) => reject(new Error(`${file} ended with code ${code}`)));
  });
}

/** A local Upstash over a Redis. */
export const startGatewayProcess = (redisUrl: string): Promise<Ready<{ url: string; token: string }>> =>
  startChild("gateway-process.ts", [redisUrl]);
