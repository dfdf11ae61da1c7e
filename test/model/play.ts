// Plays operations on the real queue and on the model, and compares the answers, and then everything in Redis.
import { deepStrictEqual } from "node:assert/strict";
import { LeaseholdError } from "../../src/index.ts";
import { type Asked, expectationOf, type Remembered, type Unremembered } from "./expect.ts";
import { untilNext } from "./moments.ts";
import type { Operation } from "./operations.ts";
import { stored, textOfReply } from "./queue/keys.ts";
import { type Model, newModel } from "./queue/model.ts";
import { windowAt } from "./queue/operate.ts";
import { Program } from "./queue/program.ts";
import type { Answer, Head, Request } from "./queue/requests.ts";
import { SETTINGS } from "./queue/settings.ts";
import { argumentOf, isOdd, isRemembered, type Sent } from "./sent.ts";
import type { World } from "./world.ts";

const START = 1_700_000_000_000;

/** A request that may arrive once more, and how the model carries it out. */
interface Logged {
  sent: Sent;
  /** How it is known, if its reply is remembered. */
  request?: Request;
  /** Whether it has taken effect. */
  isDone?: boolean;
  carryOut(): unknown;
}

/** The figures of a sequence. */
export interface Played {
  operations: Map<string, number>;
  replays: number;
}

/** Plays a sequence from an empty queue on; the error of the first difference says where it is. */
export async function play(world: World, operations: readonly Operation[]): Promise<Played> {
  const player = new Player(world);
  await world.begin(START);
  for (const [i, operation] of operations.entries()) {
    try {
      await player.step(operation);
      const { model } = player;
      await world.compare(stored(model), model.wakes.splice(0));
    } catch (error) {
      throw new Error(`after operation ${i + 1}, ${JSON.stringify(operation)}: ${messageOf(error)}`);
    }
  }
  return player.played;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

class Player {
  readonly model: Model = newModel(START);
  readonly played: Played = { operations: new Map(), replays: 0 };
  readonly #programs = SETTINGS.map((settings) => new Program(settings));
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
    this.#beginRequest();
    if (operation.do === "pass") {
      const ms = "ms" in operation ? operation.ms : untilNext(this.model, operation);
      await this.#world.pass(ms, stored(this.model));
      this.model.now += ms;
      for (const kept of [this.model.results, this.model.replies])
        for (const [key, { until }] of kept) if (until <= this.model.now) kept.delete(key);
    } else if (operation.do === "again") await this.#again(operation.back);
    else await this.#ask(operation);
  }

  #beginRequest(): void {
    Object.assign(this.model, { readied: 0, sooner: undefined });
  }

  async #ask(operation: Asked): Promise<void> {
    const { as, lose = 0, isGone = false } = operation;
    const [world, program] = [this.#world, this.#programs[as]];
    if (!program) throw new Error(`no program ${as}`);
    const expectation = expectationOf(operation, { model: this.model, hands: this.#hands, program, world });
    Object.assign(world, { sent: [], lose, isGone });
    const actual = await answered(() => world.ask(as, expectation.ask));
    const isKnown = "once" in expectation;
    const expected = isKnown ? this.#answer(expectation, program, isGone) : await expectation.answer(actual);
    deepStrictEqual(actual, expected);
    if (!isKnown) this.#logUnremembered(expectation);
  }

  #logUnremembered({ mayRepeat, answer }: Unremembered): void {
    const [sent] = this.#world.sent;
    if (!sent) throw new Error("nothing was sent");
    if (mayRepeat) this.#log.push({ sent, carryOut: () => answer(undefined) });
  }

  /** Carries a request out on the model as often as it was sent; returns the outcome that its caller is given. */
  #answer({ named, once, outcome }: Remembered, program: Program, isGone: boolean): unknown {
    const sent = this.#world.sent.findLast((each) => isRemembered(each) && !isOdd(each.replies[0]));
    if (!sent) throw new Error("nothing was sent");
    const request = this.#requestOf(sent, named, program);
    const carryOut = () => {
      this.#beginRequest();
      return once(request, sent);
    };
    let answer: Answer | undefined;
    for (const reply of sent.replies) {
      answer = carryOut();
      compareReply(reply, answer, sent);
    }
    this.played.replays += sent.replies.length - 1;
    this.#log.push({ sent, request, carryOut, isDone: "reply" in (answer ?? {}) });
    if (!answer) throw new Error("nothing was answered");
    if (isGone) return { error: "redis_unreachable" };
    return "reply" in answer ? outcome(answer) : { error: ERRORS[answer.status] };
  }

  #requestOf(sent: Sent, named: Remembered["named"], { settings: { keepRequests } }: Program): Request {
    const known = { lane: argumentOf(sent, "lane"), number: Number(argumentOf(sent, "number")) };
    if (!named)
      return { ...known, key: windowAt(this.model.now, keepRequests), keep: 2 * keepRequests, content: undefined };
    return { ...known, key: `reply:${named.nonce}`, keep: keepRequests, content: JSON.stringify(named.content) };
  }

  /** A request of before arrives once more. As long as it is remembered, it is not carried out again. */
  async #again(back: number): Promise<void> {
    const logged = this.#log.at(-1 - (back % (this.#log.length || 1)));
    if (!logged) return;
    const { sent, request, carryOut } = logged;
    // Nobody sends a request again after it was forgotten; ids that were made up would not be looked for.
    const last = request && this.model.replies.get(request.key)?.lanes.get(request.lane);
    const isForgotten = request && !(last && last.number >= request.number);
    if (isForgotten && logged.isDone && sent.script.name.startsWith("enqueue")) return;
    const reply = await this.#world.send(sent);
    // One that was forgotten may be one that the short script cannot answer now; it then has changed nothing.
    if (isOdd(reply)) return;
    const answer = carryOut();
    if (!request) return;
    logged.isDone = true;
    compareReply(reply, answer as Answer, sent);
    this.played.replays += 1;
  }
}

const ERRORS = { late: "bad_reply", reused: "nonce_reused", full: "queue_full" };

/** Compares a reply, as Redis gave it, with the answer of the model, where it is remembered or refused. */
function compareReply(reply: unknown, answer: Answer, { script }: Sent): void {
  const { status } = answer;
  if (status === "ok") return;
  const expected = status === "again" ? `again\n${textOfReply(answer.reply)}` : status;
  deepStrictEqual(
    reply,
    expected,
    `${script.name}, once more: ${JSON.stringify(reply)} instead of ${JSON.stringify(expected)}`,
  );
}

async function answered(ask: () => Promise<unknown>): Promise<unknown> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof LeaseholdError) return { error: error.code };
    throw error;
  }
}
