// `leasehold stdio`: the queues as a service for programs in any language.
import type { Duration } from "../../base/duration.ts";
import type { Command } from "../kit/command.ts";
import { endProcessSoon } from "../kit/end-process.ts";
import { parseOrUsageError } from "../kit/parse-arguments.ts";

const HOUR = 3_600_000;

/** The command `stdio`. */
export const stdioCommand: Command = {
  name: "stdio",
  usage: "",
  summary: "speaks lines of JSON over stdin and stdout: jobs and workers come in, dispatches and answers go out",
  options: {
    tick: { value: "DURATION", text: "the interval at which each worker writes at least one line; 3s unless set" },
    accept: { value: "DURATION", text: "the time in which a worker must accept a job; three ticks unless set" },
  },
  examples: [
    `echo '{"type":"add_job","queue":"emails","data":{"to":"ada@example.com"}}' | leasehold stdio`,
    "socat TCP-LISTEN:7700,bind=127.0.0.1,fork,reuseaddr EXEC:'leasehold stdio'",
  ],
  async run({ options }, connect) {
    const { toMilliseconds } = await import("../../base/duration.ts");
    const time = (name: string, usual: number, min: number) =>
      parseOrUsageError(() => toMilliseconds((options[name] ?? usual) as Duration, `--${name}`, { min, max: HOUR }));
    const tick = time("tick", 3_000, 100);
    const accept = time("accept", 3 * tick, 100);
    const [api, { runStdio }] = await Promise.all([connect(), import("../stdio/run-stdio.ts")]);
    await runStdio(api, { tick, accept }).finally(endProcessSoon);
  },
};
