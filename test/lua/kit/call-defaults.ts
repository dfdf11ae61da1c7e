// Default arguments of scripts and parts of their key names, for those that a test does not state.
import type { ArgsOf } from "../../../src/engine/call.ts";
import { bucketDigits, type KeyParts } from "../../../src/engine/keys.ts";
import type { NamedScript } from "../../../src/engine/script.ts";
import { OMITTED_REPLIES } from "./state.ts";
import { clockAt, LEASE, RESULT_TTL, START } from "./times.ts";

const DEFAULTS = {
  times: clockAt(START),
  lane: "lane",
  number: 1,
  count: 10,
  duration: LEASE,
  worker: "w",
  max: 5,
  limit: 100,
  from: 0,
  policy: `- - - - ${RESULT_TTL}`,
  silence: 86_400_000,
  most: 1_000,
  bytes: 1_000_000,
  decoded: 100_000,
  compared: 1_000_000,
  output: "jobs",
  version: 0,
  refillCount: 0,
  plain: 0,
  waiting: 0,
};

// Most tests of these scripts do not concern replays. Unless a test states a lane or a number, each of their calls is a
// request of its own, whose reply no state contains. The tests in replay.node.test.ts state both.
const WITHOUT_REPLAYS = "extend progress pause resume recordEvents purge failWorker clean destroy".split(" ");
let calls = 0;

/** The arguments and parts that a test states, by their names. */
type Options = Partial<Record<string, unknown>>;

const isOwnRequest = ({ name }: NamedScript, options: Options): boolean =>
  WITHOUT_REPLAYS.includes(name) && options.lane === undefined && options.number === undefined;

/** Returns all arguments of a script: those that a test states, and defaults for the others. */
export function argsOf<S extends NamedScript>(script: S, options: Options): ArgsOf<S> {
  calls += 1;
  const lists = script.args.filter((arg) => arg.endsWith("...")).map((arg) => [arg.slice(0, -3), []]);
  const lane = isOwnRequest(script, options) ? { lane: `call ${calls}` } : {};
  const { buckets = "" } = partsOf(script, options);
  const args = { ...DEFAULTS, ...lane, buckets, bucket: buckets, ...Object.fromEntries(lists), ...options };
  return args as unknown as ArgsOf<S>;
}

/** Returns the parts of a script's key names. Hashes and results are those of the jobs that the arguments name. */
export function partsOf(script: NamedScript, options: Options): KeyParts {
  const { ids, results } = findIds(script, options);
  return {
    replies: isOwnRequest(script, options) ? OMITTED_REPLIES : "replies:w",
    id: ids[0] ?? "",
    buckets: bucketDigits(ids),
    results,
    ...options,
  };
}

/** Returns the ids of the jobs in the arguments, and the ids of those that are completed with a result. */
function findIds({ name }: NamedScript, { id, ids = [], items = [], reference = "" }: Options) {
  const list = items as readonly string[];
  if (/^enqueue(Grouped)?Plain$/.test(name)) return { ids: list.slice(0, 1), results: [] };
  // Each item to settle has four fields: letter, reference, result, error.
  const completed = list.filter(
    (_, i) => /^turn(Grouped)?$/.test(name) && "ck".includes(list[i - 1] ?? "-") && i % 4 === 1 && list[i + 1],
  );
  const held = [...list, String(reference)].filter((each) => /^L \d/.test(each)).map(idOf);
  return {
    ids: [...(id === undefined ? [] : [String(id)]), ...(ids as string[]), ...held],
    results: completed.map(idOf),
  };
}

/** Returns the id in a reference. */
export const idOf = (reference: string): string => reference.replace(/^L \d+ /, "");
