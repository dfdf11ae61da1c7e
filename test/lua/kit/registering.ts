// The registry of a prefix as plain data: every key of it can be written before a script runs, and is read after it.
import { type ArgsOf, callScript } from "../../../src/engine/call.ts";
import { registryKeys } from "../../../src/engine/registry.ts";
import type { NamedScript } from "../../../src/engine/script.ts";
import type { Adapter } from "../../../src/redis/adapter.ts";
import { nodeRedis } from "../../../src/redis/node-redis.ts";
import { freshName, testPrefix } from "../../setup/queue.ts";
import { redis } from "./connection.ts";
import { START } from "./times.ts";

/** The content of a registry. A key that does not exist is absent; the last stamp has an empty name. */
export interface RegistryState {
  queues?: Record<string, number>;
  makers?: Record<string, string>;
  rounds?: Record<string, string>;
}

/** The arguments of a script, except where a test states others. */
const DEFAULTS = { times: `=${START}`, kind: "light", idle: 1_000, maxQueues: "", maxQueuesOfMaker: "" };

/** Creates a registry with a prefix of its own. */
export async function registryWith(state: RegistryState = {}, adapter: () => Adapter = () => nodeRedis(redis())) {
  const prefix = `${testPrefix()}:${freshName()}`;
  const keys = registryKeys(prefix);
  const nameOf = (part: string) => keys.resolve([part])[0] ?? "";
  const [queues, makers, rounds] = [nameOf("registry"), nameOf("makers"), nameOf("rounds")];
  const registry = {
    async seed(state: RegistryState) {
      const members = Object.entries(state.queues ?? {}).map(([value, score]) => ({ value, score }));
      if (members.length > 0) await redis().zAdd(queues, members);
      if (state.makers) await redis().hSet(makers, state.makers);
      if (state.rounds) await redis().hSet(rounds, state.rounds);
    },
    /** Runs a script. Resolves with its status word and the lines after it. */
    async call<S extends NamedScript>(script: S, args: Partial<ArgsOf<S>> = {}) {
      const all = { ...DEFAULTS, ...args } as unknown as ArgsOf<S>;
      const { status, values } = await callScript(script, { adapter: adapter(), keys, args: all });
      return [status, ...values];
    },
    /** Reads every key of the prefix. */
    async state(): Promise<RegistryState> {
      const members = await redis().zRangeWithScores(queues, 0, -1);
      const state = {
        queues: Object.fromEntries(members.map(({ value, score }) => [value, score])),
        makers: { ...(await redis().hGetAll(makers)) },
        rounds: { ...(await redis().hGetAll(rounds)) },
      };
      const found = Object.entries(state).filter(([, content]) => Object.keys(content).length > 0);
      const others = (await redis().keys(`*${prefix}:*`)).filter((key) => ![queues, makers, rounds].includes(key));
      if (others.length > 0) throw new Error(`there are other keys: ${others.join()}`);
      return Object.fromEntries(found);
    },
  };
  await registry.seed(state);
  return registry;
}
