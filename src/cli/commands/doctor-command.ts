// `leasehold doctor`: checks the connection, the database, the crons and the queues, and says what to do.

import type { Finding } from "../doctor/finding.ts";
import type { Api } from "../kit/api.ts";
import { RequestError } from "../kit/cli-errors.ts";
import { type Command, EXIT } from "../kit/command.ts";

/** The command `doctor`. */
export const doctorCommand: Command = {
  name: "doctor",
  usage: "",
  summary: "checks the connection, the database, the crons and all queues; exits with 1 if it finds a problem",
  examples: ["leasehold doctor", "leasehold doctor --json | jq 'select(.status == \"problem\")'"],
  async run({ out }, connect) {
    const api = await connect();
    const findings = await examine(api);
    await out.table(findings, [
      { title: "CHECK", value: ({ check }) => check },
      { title: "", value: ({ status }) => status },
      { title: "FINDING", value: ({ text }) => text },
      { title: "TO DO", value: ({ advice }) => advice },
    ]);
    if (findings.some(({ status }) => status === "problem")) out.exitCode = EXIT.failed;
  },
};

/** Makes all checks. */
async function examine(api: Api): Promise<Finding[]> {
  const [{ finding }, { checkDatabase, checkKeySizes }, queues] = await Promise.all([
    import("../doctor/finding.ts"),
    import("../doctor/check-database.ts"),
    import("../doctor/check-queues.ts"),
  ]);
  const start = performance.now();
  try {
    await api.request({ method: "GET", path: "/healthz" });
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return [
      finding(
        "connection",
        "problem",
        `${api.target}: ${error.message}`,
        "Check the address, the token and the database.",
      ),
    ];
  }
  const ms = Math.round(performance.now() - start);
  const found = await queues.readQueues(api);
  const perQueue: Finding[] = [];
  for (const queue of found) perQueue.push(...(await queues.checkQueue(api, queue)));
  return [
    finding("connection", "ok", `${api.target} runs scripts, and answered in ${ms} ms.`),
    ...(await checkDatabase(api)),
    ...(await checkKeySizes(
      api,
      found.map(({ name }) => name),
    )),
    ...(await queues.checkCrons(api)),
    ...perQueue,
  ];
}
