// Plays operations on the real queue and on the model, and compares the answers, and then everything in Redis.
import { deepStrictEqual } from "node:assert/strict";
import { LeaseholdError, type Queue } from "../../src/index.ts";
import { expectationOf } from "./expect.ts";
import { replyOf, stored } from "./keys.ts";
import { type Head, type Model, newModel, pass, type Reply, untilNext } from "./model.ts";
import type { Operation } from "./operations.ts";
import { enqueuedBy, nonceOf, type Sent } from "./sent.ts";
import { SETTINGS } from "./settings.ts";
import type { World } from "./world.ts";

const START = 1_700_000_000_000;

/** A request that may arrive once more: what it does to the model, and what was remembered of it. */
interface Logged {
  sent: Sent;
  repeat: (sent: Sent) => unknown;
  reply: Reply | undefined;
}

/** What a sequence came to, for the count of what was covered. */
export interface Played {
  operations: Map<string, number>;
  replays: number;
  leases: number;
}

/** Plays a sequence from an empty queue on; the error of the first difference says where it is. */
export async function play(world: World, operations: readonly Operation[]): Promise<Played> {
  const player = new Player(world);
  await world.begin(START);
  for (const [i, operation] of operations.entries()) {
    try {
      await player.step(operation);
      await world.compare(stored(player.model));
    } catch (error) {
      throw new Error(`after operation ${i + 1}, ${JSON.stringify(operation)}: ${textOf(error)}`);
    }
  }
  return player.played;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

class Player {
  readonly model: Model = newModel(START);
  readonly played: Played = { operations: new Map(), replays: 0, leases: 0 };
  /** Every lease that was ever given out, whether it still holds or not. */
  readonly #hands: Head[] = [];
  readonly #log: Logged[] = [];
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  async step(operation: Operation): Promise<void> {
    const { operations } = this.played;
    operations.set(operation.do, (operations.get(operation.do) ?? 0) + 1);
    if (operation.do === "pass") {
      const ms = "ms" in operation ? operation.ms : untilNext(this.model, operation);
      await this.#world.pass(ms, stored(this.model));
      pass(this.model, ms);
    } else if (operation.do === "again") await this.#again(operation.back);
    else await this.#ask(operation);
  }

  async #ask(operation: Exclude<Operation, { do: "pass" | "again" }>): Promise<void> {
    const [world, { as, lose = 0 }] = [this.#world, operation];
    const [queue, settings] = [world.queues[as], SETTINGS[as]];
    if (!queue || !settings) throw new Error(`no program ${as}`);
    const { ask, answer, repeat } = expectationOf(operation, {
      model: this.model,
      hands: this.#hands,
      settings,
      world,
    });
    Object.assign(world, { sent: [], lose, limit: isLeasing(operation) ? operation.limit : undefined });
    const actual = await answered(ask, queue);
    const [first] = world.sent;
    if (!first) throw new Error("nothing was sent");
    // Each sending is one of the request in the model too; the last reply is the one that arrives.
    const times = first.script.keys.includes("reply") ? lose : 0;
    if (repeat) for (let lost = 0; lost < times; lost++) repeat(first);
    const expected = await answer(first, actual);
    deepStrictEqual(actual, expected);
    this.played.replays += times;
    if (!repeat) return;
    this.#log.push({ sent: first, repeat, reply: this.#remembered(first) });
  }

  /** A request of before arrives once more: what it did is not done again as long as it is remembered. */
  async #again(back: number): Promise<void> {
    const logged = this.#log.at(-1 - (back % (this.#log.length || 1)));
    if (!logged) return;
    const known = this.#remembered(logged.sent);
    // Nobody sends a request again after it was forgotten; ids that were made up are then not looked for.
    if (!known && isOfMadeUpIds(logged.sent)) return;
    const reply = await this.#world.send(logged.sent);
    logged.repeat(logged.sent);
    // Another request may have been remembered under its nonce; then only what it does is compared.
    if (!known || known !== logged.reply) return;
    this.played.replays += 1;
    deepStrictEqual(reply, this.#firstReply(logged.sent, known), `${logged.sent.script.name}, once more`);
  }

  #remembered({ keys }: Sent): Reply | undefined {
    return this.model.replies.get(nonceOf(keys))?.value;
  }

  #firstReply({ script, reply }: Sent, known: Reply): unknown {
    if (script.args.includes("duration")) return ["again", replyOf(known)];
    const [status, letters] = reply as string[];
    if (script.name !== "enqueue" || status !== "ok") return reply;
    return [status, letters, this.model.registered ? "1" : ""];
  }
}

function isLeasing(operation: Operation): operation is Operation & { do: "lease" | "turn" } {
  return operation.do === "lease" || operation.do === "turn";
}

function isOfMadeUpIds(sent: Sent): boolean {
  return sent.script.name === "enqueue" && enqueuedBy(sent).jobs.some(({ isNamed }) => !isNamed);
}

async function answered(ask: (queue: Queue<unknown>) => Promise<unknown>, queue: Queue<unknown>): Promise<unknown> {
  try {
    return await ask(queue);
  } catch (error) {
    if (error instanceof LeaseholdError) return { error: error.code };
    throw error;
  }
}
