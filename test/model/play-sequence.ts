// Plays operations on the real queue and on the model, and compares the answers, then everything in Redis.
import { deepStrictEqual } from "node:assert/strict";
import { LeaseholdError } from "../../src/index.ts";
import { type Asked, expectationOf, type Repeatable } from "./expectations/expectation.ts";
import { untilNext } from "./next-change.ts";
import type { Operation } from "./operations/operation.ts";
import { stored, textOfReply } from "./queue/keys.ts";
import { windowAt } from "./queue/operate.ts";
import { Program } from "./queue/program.ts";
import { isClockBad, type Model, newModel } from "./queue/state/model.ts";
import type { Answer, Done, Head, Request } from "./queue/state/requests.ts";
import { SETTINGS } from "./queue/state/settings.ts";
import type { World } from "./real/real-queue.ts";
import { argumentOf, isOdd, isRemembered, type Sent } from "./real/sent-request.ts";

const START = 1_700_000_000_000;
/** Times at which no queue works: before the first tick, and at the last one. */
const BAD_CLOCKS = { early: 1_599_999_999_999, late: 2_499_000_000_000 };

/** A request that may arrive once more. */
interface Logged {
  sent: Sent;
  request: Request;
  /** Shared by the requests of one identity, which a plain script and the full one may have. */
  fate: { isDone: boolean };
  /** Carries out the request on the model. */
  carryOut(): Answer;
}

/** The figures of a sequence. */
export interface Played {
  operations: Map<string, number>;
  replays: number;
}

/** Plays a sequence, beginning with an empty queue. The error of the first difference names the operation. */
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
  /** Every lease that was ever given, whether it still holds or not. */
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
      this.model.now += ms;
      for (const kept of [this.model.results, this.model.replies])
        for (const [key, { until }] of kept) if (until <= this.model.now) kept.delete(key);
    } else if (operation.do === "again") await this.#again(operation.back);
    else await this.#ask(operation);
  }

  #beginRequest(): void {
    Object.assign(this.model, { readied: 0, sooner: false });
  }

  async #ask(operation: Asked): Promise<void> {
    const { as, lose = 0, isGone = false, clock } = operation;
    const [world, model, program] = [this.#world, this.model, this.#programs[as]];
    if (!program) throw new Error(`no program ${as}`);
    const expectation = expectationOf(operation, { model, hands: this.#hands, program, world });
    const { now } = model;
    Object.assign(world, { sent: [], lose, isGone, clock: clock && BAD_CLOCKS[clock] });
    this.#beginRequest();
    const actual = await answered(() => world.ask(as, expectation.ask));
    if (clock) model.now = BAD_CLOCKS[clock];
    let expected: unknown;
    if ("once" in expectation) expected = this.#answer(expectation, program, { isGone, now });
    else expected = isClockBad(model) ? { error: "bad_clock" } : await expectation.answer(actual);
    Object.assign(world, { clock: undefined });
    model.now = now;
    deepStrictEqual(actual, expected);
  }

  /** Carries out requests on the model, as often as they were sent. Returns the outcome for their caller. */
  #answer(
    { named, begin, once, outcome }: Repeatable,
    { settings: { keepRequests, keepKeys } }: Program,
    { isGone, now }: { isGone: boolean; now: number },
  ): unknown {
    begin?.();
    const answers: Done[] = [];
    let fate = { isDone: false };
    for (const sent of this.#world.sent.filter(isRemembered)) {
      const [before, part] = [[...answers], answers.length];
      const known = { lane: argumentOf(sent, "lane"), number: Number(argumentOf(sent, "number")) };
      const key = named ? `reply:${named.idempotencyKey}${part === 0 ? "" : `\t${part}`}` : windowAt(now, keepRequests);
      const keep = named ? keepKeys : 2 * keepRequests;
      const request: Request = { ...known, key, keep, content: named && JSON.stringify(named.content) };
      const carryOut = () => {
        this.#beginRequest();
        return once(request, sent, before);
      };
      this.#log.push({ sent, request, fate, carryOut });
      // The plain script has changed nothing; the full one follows, with the same identity.
      if (isOdd(sent.replies[0])) continue;
      let answer: Answer | undefined;
      for (const reply of sent.replies) {
        answer = carryOut();
        compareReply(reply, answer, sent);
      }
      if (!answer) throw new Error("nothing was answered");
      this.played.replays += sent.replies.length - 1;
      fate.isDone = "reply" in answer;
      if (isGone) return { error: "redis_unreachable" };
      if (!("reply" in answer)) return { error: ERRORS[answer.status] };
      answers.push(answer);
      fate = { isDone: false };
    }
    const [first, ...others] = answers;
    if (!first) throw new Error("nothing was sent");
    return outcome([first, ...others]);
  }

  /** A request of before arrives once more. As long as it is remembered, it has no effect. */
  async #again(back: number): Promise<void> {
    const logged = this.#log.at(-1 - (back % (this.#log.length || 1)));
    if (!logged) return;
    const { sent, request, fate, carryOut } = logged;
    // No client sends a request again after it was forgotten; generated ids would not be looked for.
    const last = this.model.replies.get(request.key)?.lanes.get(request.lane);
    const isForgotten = !(last && last.number >= request.number);
    if (isForgotten && fate.isDone && sent.script.name.startsWith("enqueue")) return;
    const reply = await this.#world.send(sent);
    // The plain script may not be able to answer now, and has changed nothing.
    if (isOdd(reply)) return;
    const answer = carryOut();
    fate.isDone = true;
    compareReply(reply, answer, sent);
    this.played.replays += 1;
  }
}

const ERRORS = { late: "redis_error", reused: "idempotency_key_reused", full: "queue_full", bad_clock: "bad_clock" };

/** Compares a reply of Redis with the answer of the model. The lines of new turns are compared as they are remembered. */
function compareReply(reply: unknown, answer: Answer, { script }: Sent): void {
  const { status } = answer;
  if (status === "ok" && "turn" in answer.reply) return;
  const expected = "reply" in answer ? `${status}\n${textOfReply(answer.reply)}` : status;
  const isToRegister = script.name === "enqueue" && "reply" in answer && answer.isRegistrationDue;
  deepStrictEqual(
    reply,
    isToRegister ? `${expected}\nu` : expected,
    `${script.name}: ${JSON.stringify(reply)} instead of ${JSON.stringify(expected)}`,
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
