// Redis takes no writes at all, for a reason of its own or because of a key. Each script passes as if nothing were wrong,
// or is refused with the right code before it has changed anything; then the same request succeeds, once.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RedisServer, startRedis } from "../../../scripts/processes/redis-server.ts";
import { type Adapter, type ErrorCode, upstash } from "../../../src/index.ts";
import { startGateway } from "../../../src/instruments/gateway/server.ts";
import { sendCommand } from "../../setup/cluster.ts";
import { CRASH_POINTS, isRemembered, type ScriptName } from "../kit/crash-points.ts";
import type { Dump } from "../stage/database.ts";
import { type CrashPoint, Stage } from "../stage/stage.ts";
import { withoutNotes } from "../stage/units.ts";

let stage: Stage;
let primary: RedisServer;
/** Over the gateway, with scripts that lock only their keys. */
let locking: Adapter;
let closeGateway: () => Promise<void>;
beforeAll(async () => {
  [stage, primary] = await Promise.all([Stage.open(), startRedis()]);
  // A primary that accepts no replica, so that this one keeps what it has.
  await sendCommand(primary.url, ["CONFIG", "SET", "requirepass", "a-password"]);
  const gateway = await startGateway({ redisUrl: stage.database.url });
  closeGateway = gateway.close;
  locking = upstash({ url: gateway.url, token: gateway.token, keyLocking: true });
});
afterAll(async () => {
  await closeGateway();
  await primary.stop();
  await stage.close();
});

/** Those that write nothing, or nothing in some cases. */
const READS: ScriptName[] = [
  ...(["admit", "counts", "events", "get", "held", "list", "ping", "queues", "round"] as const),
  ...(["turn", "turnPlain", "workers"] as const),
];
/** Those that store something new. What holders do, leases and cleaning go on while memory is full. */
const STORES: ScriptName[] = ["admit", "enqueue", "enqueuePlain", "leave", "register", "registered"];
const isRead = ({ script, units }: CrashPoint) => READS.includes(script) && units === 0;

/** A trouble: the code of its error, how it begins and ends, how scripts are sent, and which pass all the same. */
interface Trouble {
  code: ErrorCode;
  begin(): Promise<unknown>;
  end(): Promise<unknown>;
  adapter?(): Adapter;
  prefix?: string;
  passes(point: CrashPoint): boolean;
}

const TROUBLES: Record<string, Trouble> = {
  "memory is full": {
    code: "redis_full",
    begin: () => stage.database.configure("maxmemory", "1"),
    end: () => stage.database.configure("maxmemory", "0"),
    passes: (point) => !STORES.includes(point.script) || isRead(point),
  },
  "Redis is a read-only replica": {
    code: "redis_busy",
    begin: () => stage.database.client.replicaof("127.0.0.1", new URL(primary.url).port),
    end: () => stage.database.client.replicaof("NO", "ONE"),
    passes: isRead,
  },
  "a key is touched that was not declared": {
    code: "redis_error",
    begin: async () => {},
    end: async () => {},
    adapter: () => locking,
    prefix: "redis.call('GET', 'undeclared') ",
    passes: () => false,
  },
};

const POINTS = CRASH_POINTS.map((point) => [`${point.script}: ${point.title}`, point] as const);
const replayedIn = (state: Dump) => {
  const [, , fields] = Object.entries(state).find(([key]) => key.endsWith(":meta"))?.[1] ?? [];
  return Number((fields as Record<string, string> | undefined)?.replayed ?? 0);
};

const repliesIn = (state: Dump) =>
  JSON.stringify(Object.entries(state).filter(([key]) => key.includes(":replies:") || key.includes(":reply:")));

describe.each(Object.entries(TROUBLES))("while %s", (_, { code, begin, end, adapter, prefix = "", passes }) => {
  test.each(POINTS)("%s leaves all as it was, or passes, and then succeeds once", async (__, point) => {
    const over = adapter ? { adapter: adapter() } : {};
    const scene = await stage.begin(point);
    const expected = await stage.send(point, scene, over);
    await stage.begin(point);
    const before = await stage.database.dump();
    await begin();
    const outcome = await stage.send(point, scene, { ...over, prefix }).finally(end);
    if (passes(point)) {
      expect(outcome.answer).toEqual(expected.answer);
      if (point.units > 0) expect(outcome.state).toEqual(expected.state);
      else expect(withoutNotes(outcome.state)).toEqual(withoutNotes(expected.state));
    } else {
      // The short script leaves a refusal to the full one, which is asked next.
      const isOdd = point.script === "turnPlain" && "status" in outcome.answer && outcome.answer.status === "odd";
      if (!isOdd) expect(outcome.answer).toEqual({ code });
      expect(outcome.state).toEqual(before);
      const again = await stage.send(point, scene, over);
      expect(again).toEqual(expected);
    }
    // A clean that moved nothing is not remembered.
    if (!isRemembered(point.script) || repliesIn(expected.state) === repliesIn(before)) return;
    const repeated = await stage.send(point, scene, over);
    expect(withoutNotes(repeated.state)).toEqual(withoutNotes(expected.state));
    // There is nothing left to count in.
    const replayed = point.script === "destroy" ? 0 : 1;
    expect([replayedIn(expected.state), replayedIn(repeated.state)]).toEqual([0, replayed]);
  });
});

test("enqueue is refused as a whole where the queue is full, and the same request succeeds once there is room", async () => {
  const point = CRASH_POINTS.find(({ script, scene }) => script === "enqueue" && scene === "calm") as CrashPoint;
  const scene = await stage.begin(point);
  const before = await stage.database.dump();
  const { ready, delayed } = await scene.queue.counts();
  const more = { maxLength: ready + delayed + 5 };
  const refused = await stage.send(point, scene, { more });
  expect(refused.answer).toEqual({ status: "full", lines: [], records: [] });
  expect(refused.state).toEqual(before);
  // Six of the eight are new.
  expect((await stage.send(point, scene, { more: { maxLength: more.maxLength + 1 } })).answer).toMatchObject({
    lines: ["rRSdrrrr"],
  });
  expect((await stage.send(point, scene, { more })).answer).toMatchObject({ status: "again", lines: ["rRSdrrrr"] });
});
