// The Worker in workerd, through `wrangler dev`.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { spawnLeashed } from "../processes/leash.mjs";

/** A Worker that answers. */
export interface DevWorker {
  url: string;
  /** Calls its scheduled handler, as a cron trigger would. */
  fire(cron: string, scheduledTime: number): Promise<void>;
  /** Rejects when wrangler ends by itself. */
  ended: Promise<never>;
  stop(): Promise<void>;
}

const READY_WITHIN = 60_000;
const ENVIRONMENT = {
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_SEND_METRICS: "false",
};

/** Starts the Worker with variables that no other process can read from a command line. */
export async function startWorker(port: number, variables: Record<string, string>): Promise<DevWorker> {
  const folder = await mkdtemp(join(tmpdir(), "leasehold-dev-"));
  const envFile = join(folder, "env");
  await writeFile(
    envFile,
    Object.entries(variables)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(""),
    { mode: 0o600 },
  );

  const args = ["dev", "--ip", "127.0.0.1", "--port", String(port), "--inspector-port", "0", "--env-file", envFile];
  const quiet = ["--log-level", "log", "--show-interactive-dev-session=false"];
  const wrangler = spawnLeashed(process.execPath, ["node_modules/wrangler/bin/wrangler.js", ...args, ...quiet], {
    env: { ...process.env, ...ENVIRONMENT },
  });
  const stop = async () => {
    await wrangler.stop();
    await rm(folder, { recursive: true, force: true });
  };

  // What wrangler says before it is ready matters only when it never is.
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
    await Promise.race([untilAnswering(url), ended]);
  } catch (error) {
    await stop();
    throw error;
  }
  early.length = 0;
  show = (line) => {
    if (isWorthShowing(line)) console.log(line);
  };
  return { url, ended, stop, fire: (cron, scheduledTime) => fireAt(url, cron, scheduledTime) };
}

async function untilAnswering(url: string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN;
  for (;;) {
    try {
      await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(5_000) });
      return;
    } catch {
      if (Date.now() > deadline) throw new Error(`the Worker did not answer at ${url}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function fireAt(url: string, cron: string, scheduledTime: number): Promise<void> {
  const query = new URLSearchParams({ cron, time: String(scheduledTime) });
  const response = await fetch(`${url}/cdn-cgi/handler/scheduled?${query}`);
  if (!response.ok) throw new Error(`the Worker answered ${response.status}`);
}

/** The crons are fired here, so wrangler's advice to fire them by hand would mislead. */
function isWorthShowing(line: string): boolean {
  return !/Scheduled Workers are not automatically|manually trigger a scheduled|cdn-cgi\/handler\/scheduled|test-cron-triggers/.test(
    line,
  );
}
