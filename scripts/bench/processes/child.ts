// Child processes for the gateway and the far network, so that their work is not measured as the benchmark's.
import { fork } from "node:child_process";

/** The data that a child sends when it is ready, and a function that stops it. */
export type Ready<T> = T & { stop(): void };

/** Starts a script of this folder, which sends one message when it is ready and ends with its parent. */
export function startChild<T>(file: string, args: string[]): Promise<Ready<T>> {
  const child = fork(new URL(file, import.meta.url), args);
  return new Promise((resolve, reject) => {
    child.once("message", (message) => resolve({ ...(message as T), stop: () => child.kill() }));
    child.once("exit", (code) => reject(new Error(`${file} ended with code ${code}`)));
  });
}

/** Starts a local Upstash over a Redis. */
export const startGatewayProcess = (redisUrl: string): Promise<Ready<{ url: string; token: string }>> =>
  startChild("gateway-process.ts", [redisUrl]);
