// The Worker in workerd, which `wrangler dev` runs.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { spawnLeashed } from "../processes/leash.mjs";

/** A Worker that accepts requests. */
export interface DevWorker {
  url: string;
  /** Calls its scheduled handler, as a cron trigger would. */
  fire(cron: string, scheduledTime: number): Promise<void>;
  /** Rejects when wrangler ends by itself. */
  ended: Promise<never>;
  stop(): Promise<void>;
}

const READY_TIMEOUT = 60_000;
const ENVIRONMENT = {
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_SEND_METRICS: "false",
};
// wrangler advises to fire crons by hand, but here they are fired on time.
const ADVICE =
  /Scheduled Workers are not automatically|manually trigger a scheduled|cdn-cgi\/handler\/scheduled|test-cron-triggers/;

/** Starts the Worker. Its variables are in a file for this user alone, because others can read a command line. */
export async function startWorker(port: number, variables: Record<string, string>): Promise<DevWorker> {
  const folder = await mkdtemp(join(tmpdir(), "leasehold-dev-"));
  const envFile = join(folder, "env");
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(envFile, lines.join(""), { mode: 0o600 });

  const args = ["dev", "--ip", "127.0.0.1", "--port", String(port), "--inspector-port", "0", "--env-file", envFile];
  const quiet = ["--log-level", "log", "--show-interactive-dev-session=false"];
  const wrangler = spawnLeashed(process.execPath, ["node_modules/wrangler/bin/wrangler.js", ...args, ...quiet], {
    env: { ...process.env, ...ENVIRONMENT },
  });
  const stop = async () => {
    await wrangler.stop();
    await rm(folder, { recursive: true, force: true });
  };

  // The output before the Worker is ready is shown only when it fails to start.
  const early: string[] = [];
  let show = (line: string): void => void early.push(line);
  for (const stream of wrangler.output) {
    createInterface({ input: stream }).on("line", (line) => show(line));
  }
  const ended = wrangler.exited.then((code): never => {
    throw new Error(`wrangler ended with code ${code}${early.length > 0 ? `:\n${early.join("\n")}` : ""}`);
  });
  ended.catch(() => {});

  const url = `http://127.0.0.1:${port}`;
  try {
    await Promise.race([untilWorkerReady(url), ended]);
  } catch (error) {
    await stop();
    throw error;
  }
  early.length = 0;
  show = (line) => {
    if (!ADVICE.test(line)) console.log(line);
  };
  return { url, ended, stop, fire: (cron, scheduledTime) => fireCron(url, { cron, time: String(scheduledTime) }) };
}

async function untilWorkerReady(url: string): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT;
  for (;;) {
    try {
      await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(5_000) });
      return;
    } catch {
      if (Date.now() > deadline) throw new Error(`the Worker did not respond at ${url}`);
      await sleep(50);
    }
  }
}

async function fireCron(url: string, query: { cron: string; time: string }): Promise<void> {
  const response = await fetch(`${url}/cdn-cgi/handler/scheduled?${new URLSearchParams(query)}`);
  if (!response.ok) throw new Error(`the Worker responded with status ${response.status}`);
}
