// A queue of one test: its state, and calls of scripts by the names of their arguments.
import { expect } from "vitest";
import { type ArgsOf, callScript } from "../../../src/engine/call.ts";
import { type KeyParts, QueueKeys } from "../../../src/engine/keys.ts";
import type { NamedScript } from "../../../src/engine/script.ts";
import type { Adapter } from "../../../src/redis/adapter.ts";
import { nodeRedis } from "../../../src/redis/node-redis.ts";
import { freshName, testPrefix } from "../../setup/queue.ts";
import { argsOf, partsOf } from "./call-defaults.ts";
import { connectRedis, redis } from "./connection.ts";
import { readState, type State, seedState } from "./state.ts";

/** Arguments of a script and parts of its key names. The kit sets those that are absent. */
export type CallOptions<S extends NamedScript> = Partial<ArgsOf<S>> &
  Pick<KeyParts, "replies" | "results" | "state" | "samples">;

/** A queue of one test. */
export interface TestQueue {
  readonly name: string;
  readonly keys: QueueKeys;
  /** Writes keys; those that the state does not contain stay as they are. */
  seed(state: State): Promise<void>;
  /** Reads every key. */
  state(): Promise<State>;
  /** Runs a script. Resolves with its status word and the texts after it. */
  call<S extends NamedScript>(script: S, options?: CallOptions<S>): Promise<string[]>;
  /** Runs a script. Resolves with the reply as Redis sends it. */
  callRaw<S extends NamedScript>(script: S, options?: CallOptions<S>): Promise<unknown>;
  /** Returns the same queue with another adapter for its scripts. */
  through(adapter: () => Adapter): TestQueue;
}

/** Connects a test file to Redis. Returns a function that creates a queue with a state. */
export function connectQueues(): (state?: State) => Promise<TestQueue> {
  connectRedis();
  return async (state = {}) => {
    const queue = createQueue(freshName(), () => nodeRedis(redis()));
    await queue.seed(state);
    return queue;
  };
}

/** Runs a script that only reads, and expects the state to stay as it is. Resolves with the reply. */
export async function callReadOnly<S extends NamedScript>(
  queue: TestQueue,
  script: S,
  options?: CallOptions<S>,
): Promise<string[]> {
  const before = await queue.state();
  const reply = await queue.call(script, options);
  expect(await queue.state()).toEqual(before);
  return reply;
}

/** Creates the handle of a queue, which sends each script through a new adapter. */
function createQueue(name: string, createAdapter: () => Adapter): TestQueue {
  const keys = new QueueKeys(testPrefix(), name);
  const callThrough = <S extends NamedScript>(adapter: Adapter, script: S, options: CallOptions<S> = {}) =>
    callScript(script, { adapter, keys, args: argsOf(script, options), parts: partsOf(script, options) });
  return {
    name,
    keys,
    seed: (state) => seedState(keys.root, state),
    state: () => readState(keys.root),
    async call(script, options) {
      const { status, values } = await callThrough(createAdapter(), script, options);
      return [status, ...values];
    },
    async callRaw(script, options) {
      let reply: unknown;
      const noting: Adapter = {
        run: async (...call) => {
          reply = await createAdapter().run(...call);
          return "ok";
        },
      };
      await callThrough(noting, script, options);
      return reply;
    },
    through: (other) => createQueue(name, other),
  };
}
