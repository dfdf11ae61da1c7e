// What the tests of enqueueing share: jobs as the script takes them.
import { enqueue } from "../../../src/engine/scripts.gen.ts";
import { about, type Bench } from "./state.ts";

/** A job: its options, as "priority when window max ttl" and perhaps its own ones, and its payload. */
export type NewJob = [id: string, options?: string, payload?: string];

/** The arguments and the key parts of a request; each job is a group of its own. */
function newJobs(jobs: readonly NewJob[]) {
  const items = jobs.flatMap(([id, options = "5 - - - -", payload = "{}"]) => [
    `${options.replace(/^(\d+) /, "$1 1 ")}${options.split(" ").length < 6 ? " -" : ""}`,
    id,
    payload,
  ]);
  const given = jobs.filter(([, options = "5 - - - -"]) => options.split(" ")[2] !== "-").map(([id]) => id);
  const [args, parts] = about(
    jobs.map(([id]) => id),
    { items },
  );
  return [args, { ...parts, results: given }] as const;
}

/** Enqueues jobs; resolves with the status and the lines of the answer. */
export function enqueueAll(
  queue: Bench,
  jobs: readonly NewJob[],
  more: { maxLength?: number; times?: string; number?: number; lane?: string } = {},
  replies = "replies:w",
): Promise<string[]> {
  const [args, parts] = newJobs(jobs);
  return queue.call(enqueue, { ...args, ...more }, { ...parts, replies });
}
