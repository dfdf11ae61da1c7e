// Redis takes no writes at all, for a reason of its own or because of a key: every script either passes as if nothing were
// wrong, or is refused with the right code before it changed anything; and the same request succeeds afterwards, once.
import { createClient } from "@redis/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Cleanup } from "../../scripts/cleanup.ts";
import { type RedisServer, startRedis } from "../../scripts/redis-server.ts";
import { startGateway } from "../../src/gateway/server.ts";
import { type Adapter, type ErrorCode, upstash } from "../../src/index.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import { command } from "../setup/cluster.ts";
import { comparable, everything, isRemembered, prepare, SCRIPTS, type ScriptName, send } from "./crash-points.ts";

const cleanup = new Cleanup();
afterAll(() => cleanup.run());

let server: RedisServer;
let primary: RedisServer;
let client: ReturnType<typeof createClient>;
/** Over the gateway, with scripts that lock only their keys. */
let locking: Adapter;
beforeAll(async () => {
  server = await startRedis();
  cleanup.add(server.stop);
  primary = await startRedis();
  cleanup.add(primary.stop);
  // A primary that takes no replica in, so that this one keeps what it has.
  await command(primary.url, ["CONFIG", "SET", "requirepass", "nobody-knows"]);
  client = createClient({ url: server.url, RESP: 2 }) as never;
  client.on("error", () => {});
  await client.connect();
  cleanup.add(async () => client.destroy());
  const gateway = await startGateway({ redisUrl: server.url });
  cleanup.add(gateway.close);
  locking = upstash({ ...gateway, keyLocking: true });
});

const READS: ScriptName[] = ["counts", "get", "held", "list", "ping", "queues", "round", "workers"];

/** A trouble: how it begins and ends, how a script is sent meanwhile, the code, and which scripts it does not touch. */
interface Trouble {
  code: ErrorCode;
  begin(): Promise<unknown>;
  end(): Promise<unknown>;
  adapter?(): Adapter;
  meanwhile?(): Adapter;
  passes: ScriptName[];
}

const tell = (...words: string[]) => command(server.url, words);
const nothing = async () => {};

const TROUBLES: Record<string, Trouble> = {
  "memory is full": {
    code: "redis_full",
    begin: () => tell("CONFIG", "SET", "maxmemory", "1"),
    end: () => tell("CONFIG", "SET", "maxmemory", "0"),
    // Those that only take away, or take away first: Redis then lets them put it elsewhere, so what is there is worked off.
    passes: [...READS, "clean", "destroy", "forget", "lease", "purge", "resume"],
  },
  "Redis is a read-only replica": {
    code: "redis_read_only",
    begin: () => tell("REPLICAOF", "127.0.0.1", new URL(primary.url).port),
    end: () => tell("REPLICAOF", "NO", "ONE"),
    passes: READS,
  },
  "a key is touched that was not declared": {
    code: "redis_error",
    begin: nothing,
    end: nothing,
    adapter: () => locking,
    meanwhile: () => ({
      run: (script, ...rest) =>
        locking.run({ ...script, text: `redis.call('GET','undeclared') ${script.text}` }, ...rest),
    }),
    passes: [],
  },
};

describe.each(Object.entries(TROUBLES))("while %s", (_, trouble) => {
  const { code, begin, end, passes } = trouble;

  test.each(SCRIPTS)("%s leaves all as it was, or passes, and then succeeds once", async (script) => {
    const adapter = trouble.adapter?.() ?? nodeRedis(client);
    const meanwhile = trouble.meanwhile?.() ?? adapter;
    await client.flushAll();
    const expected = await send(script, await prepare(nodeRedis(client), "q"), adapter);
    const whole = comparable(await everything(client));

    await client.flushAll();
    const scene = await prepare(nodeRedis(client), "q");
    const before = await everything(client);
    await begin();
    const outcome = await send(script, scene, meanwhile).catch((error: unknown) => error);
    const after = await everything(client);
    await end();
    if (passes.includes(script)) expect(outcome).toEqual(expected);
    else {
      expect(outcome).toMatchObject({ code });
      expect(after).toEqual(before);
      expect(await send(script, scene, adapter)).toEqual(expected);
    }
    expect(comparable(await everything(client))).toEqual(whole);
    if (!isRemembered(script)) return;
    await send(script, scene, adapter);
    const { "t:{q}:meta": meta, ...rest } = comparable(await everything(client));
    const [, , { replayed, ...totals }] = meta as [string, number, Record<string, string>];
    expect({ ...rest, "t:{q}:meta": ["hash", 0, totals] }).toEqual(whole);
    expect(replayed).toBe("1");
  });
});

test("enqueue is refused as a whole where the queue is full, and the same request succeeds once there is room", async () => {
  await client.flushAll();
  const scene = await prepare(nodeRedis(client), "q");
  const before = await everything(client);
  expect(await send("enqueue", scene, nodeRedis(client), { maxLength: 6 })).toMatchObject({ status: "full" });
  expect(await everything(client)).toEqual(before);
  await scene.queue.purge("ready");
  for (let i = 0; i < 2; i++) {
    expect(await send("enqueue", scene, nodeRedis(client), { maxLength: 6 })).toMatchObject({ rest: ["rdrr", "1"] });
  }
  expect((await scene.queue.counts()).totals).toMatchObject({ replayed: 1, duplicates: 0 });
});
