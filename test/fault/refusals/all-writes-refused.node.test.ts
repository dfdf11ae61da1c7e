// Fault: Redis refuses every write, because memory is full, because it is a replica, or because of a key.
// Guarantee: each script passes unaffected, or is refused with the right code before it has changed anything. Then the
// same request succeeds, once.
import { afterAll, describe, expect, test } from "vitest";
import { startRedis } from "../../../scripts/processes/redis-server.ts";
import { type Adapter, type ErrorCode, upstash } from "../../../src/index.ts";
import { startGateway } from "../../../src/instruments/gateway/server.ts";
import { sendCommand } from "../../setup/cluster.ts";
import { formatState } from "../harness/expected-outcomes.ts";
import { Harness } from "../harness/harness.ts";
import {
  findScriptCase,
  remembersReply,
  SCRIPT_CASE_ROWS,
  type ScriptCase,
  type ScriptName,
} from "../harness/script-cases.ts";
import { type Dump, findContent } from "../kit/database.ts";

const harness = await Harness.open();
const primary = await startRedis();
afterAll(primary.stop);
// The primary refuses its replica, so that the replica keeps its data.
await sendCommand(primary.url, ["CONFIG", "SET", "requirepass", "a-password"]);
const gateway = await startGateway({ redisUrl: harness.database.url });
afterAll(gateway.close);
/** An adapter over a gateway that allows scripts to access only their declared keys. */
const lockingAdapter = upstash({ url: gateway.url, token: gateway.token, keyLocking: true });

/** Scripts that write nothing in some cases, or in all. */
const READS: ScriptName[] = [
  ...(["advance", "listSchedules", "pauseSchedule", "putSchedules", "removeSchedules", "runSchedule"] as const),
  ...(["admit", "cancelGroup", "counts", "events", "get", "groups", "held", "history", "list"] as const),
  ...(["forwarded", "outbox", "receive"] as const),
  ...(["children", "enqueueWaiting", "resolve", "seal"] as const),
  ...(["listForClean", "ping", "queues", "readBulk", "readRounds", "saveBulk", "search"] as const),
  ...(["setGroup", "setLimits", "settleLinked"] as const),
  ...(["turn", "turnGrouped", "turnGroupedPlain", "turnPlain", "workers"] as const),
];
/** Scripts that store new data. While memory is full, only they are refused. */
const STORES: ScriptName[] = [
  "admit",
  "advance",
  "enqueue",
  "enqueueGrouped",
  "enqueueGroupedPlain",
  "enqueueKnown",
  "enqueuePlain",
  "enqueueWaiting",
  "noteRegistration",
  "receive",
  "pauseSchedule",
  "putSchedules",
  "redriveChanged",
  "register",
  "runSchedule",
  "saveBulk",
  "seal",
  "setGroup",
  "setLimits",
  "settleLinked",
  "storeRound",
];
/** Reports whether a request adds no more follow-ups than it settles jobs. */
const isChain = (scriptCase: ScriptCase) => {
  if (scriptCase.script !== "settleLinked") return false;
  const { settles = 0, items = [] } = scriptCase.createRequest(harness.fixtureOf(scriptCase)).args ?? {};
  return (items as string[]).length <= Number(settles) * 9;
};
const isRemoval = (scriptCase: ScriptCase) => {
  const { text, ranges } = scriptCase.createRequest(harness.fixtureOf(scriptCase)).args ?? {};
  if (scriptCase.script === "forwarded") return (ranges as string[]).length > 0;
  return scriptCase.script === "saveBulk" && text === "";
};
const isRead = (scriptCase: ScriptCase) =>
  READS.includes(scriptCase.script) && scriptCase.units === 0 && !isRemoval(scriptCase);

interface Fault {
  /** The code of the error. */
  code: ErrorCode;
  begin(): Promise<unknown>;
  end(): Promise<unknown>;
  adapter?: Adapter;
  /** Lua that precedes each script. */
  prefix?: string;
  /** Reports whether a case passes despite the fault. */
  passes(scriptCase: ScriptCase): boolean;
}

const FAULTS: Record<string, Fault> = {
  "memory is full": {
    code: "redis_full",
    begin: () => harness.database.configure("maxmemory", "1"),
    end: () => harness.database.configure("maxmemory", "0"),
    passes: (scriptCase) =>
      !STORES.includes(scriptCase.script) || isRead(scriptCase) || isRemoval(scriptCase) || isChain(scriptCase),
  },
  "Redis is a read-only replica": {
    code: "redis_busy",
    begin: () => harness.database.client.replicaof("127.0.0.1", new URL(primary.url).port),
    end: () => harness.database.client.replicaof("NO", "ONE"),
    passes: isRead,
  },
  "scripts access an undeclared key": {
    code: "redis_error",
    begin: async () => {},
    end: async () => {},
    adapter: lockingAdapter,
    prefix: "redis.call('GET', 'undeclared') ",
    passes: () => false,
  },
};

/** Returns the total of replays. */
const readReplayed = (state: Dump) =>
  Number((findContent(state, "meta") as Record<string, string> | undefined)?.replayed ?? 0);

const formatReplies = (state: Dump) =>
  JSON.stringify(Object.entries(state).filter(([key]) => key.includes(":replies:") || key.includes(":reply:")));

describe.each(Object.entries(FAULTS))(
  "while %s, a script passes, or changes nothing and succeeds once later:",
  (_, { code, begin, end, adapter, prefix = "", passes }) => {
    test.each(SCRIPT_CASE_ROWS)("%s", async (__, scriptCase) => {
      const options = adapter ? { adapter } : {};
      const expected = await harness.run(scriptCase, options);
      await harness.restore(scriptCase);
      const before = await harness.database.dump();
      await begin();
      const outcome = await harness.send(scriptCase, { ...options, prefix }).finally(end);
      if (passes(scriptCase)) {
        expect(outcome.reply).toEqual(expected.reply);
        if (scriptCase.units > 0) expect(outcome.state).toEqual(expected.state);
        else expect(formatState(outcome.state)).toEqual(formatState(expected.state));
      } else {
        // After a refusal, the short script replies that the full script is needed.
        const isNotPlain =
          /^turn.*Plain$/.test(scriptCase.script) && "status" in outcome.reply && outcome.reply.status === "not_plain";
        if (!isNotPlain) expect(outcome.reply).toEqual({ code });
        expect(outcome.state).toEqual(before);
        expect(await harness.send(scriptCase, options)).toEqual(expected);
      }
      // The reply of a clean that moved nothing is not remembered.
      if (!remembersReply(scriptCase.script) || formatReplies(expected.state) === formatReplies(before)) return;
      const repeated = await harness.send(scriptCase, options);
      expect(formatState(repeated.state)).toEqual(formatState(expected.state));
      // A destroyed queue counts no replays.
      const replayed = scriptCase.script === "destroy" ? 0 : 1;
      expect([readReplayed(expected.state), readReplayed(repeated.state)]).toEqual([0, replayed]);
    });
  },
);

test("enqueue refuses a batch as a whole while the queue is full, and the same request succeeds when it has room", async () => {
  const scriptCase = findScriptCase("enqueue: jobs in a new lane");
  await harness.restore(scriptCase);
  const before = await harness.database.dump();
  const { ready, delayed } = await harness.fixtureOf(scriptCase).queue.counts();
  const args = { maxLength: ready + delayed + 5 };
  const refused = await harness.send(scriptCase, { args });
  expect(refused.reply).toEqual({ status: "full", lines: [], records: [] });
  expect(refused.state).toEqual(before);
  // Six of the eight jobs are new.
  const accepted = await harness.send(scriptCase, { args: { maxLength: args.maxLength + 1 } });
  expect(accepted.reply).toMatchObject({ lines: ["rRSdrrrr"] });
  expect((await harness.send(scriptCase, { args })).reply).toMatchObject({ status: "again", lines: ["rRSdrrrr"] });
});
