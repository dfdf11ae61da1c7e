// Reads lines from stdin until it ends or a signal arrives. Only so many lines are carried out at once, and none are read while the
// answers are not.
import type { Api } from "../kit/api.ts";
import { readLines } from "../lines/read-lines.ts";
import { AnswerWriter } from "./answers.ts";
import { Broker, type BrokerOptions } from "./broker.ts";

const MAX_LINES = 1_000;
// In characters.
const MAX_LENGTH = 16_000_000;

/** Speaks lines of JSON over stdin and stdout until stdin ends or a signal arrives. */
export async function runStdio(api: Api, options: Omit<BrokerOptions, "answers">): Promise<void> {
  const answers = new AnswerWriter(process.stdout);
  const broker = new Broker(api, { ...options, answers });
  const { stdin } = process;
  const stop = () => stdin.destroy();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
  const running = new Set<Promise<void>>();
  let length = 0;
  for await (const line of readLines(stdin)) {
    const size = line.text?.length ?? 0;
    length += size;
    const done = broker.handle(line).then(() => {
      running.delete(done);
      length -= size;
    });
    running.add(done);
    while (running.size >= MAX_LINES || length > MAX_LENGTH) await Promise.race(running);
    await answers.untilRoom();
  }
  // With a signal, what is not answered yet may wait for a database that is gone.
  const closed = broker.close();
  await Promise.all(running);
  await closed;
}
