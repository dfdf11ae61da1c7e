// Plays a random sequence (operations/) on the real queue (real/) and on its reference model (queue/). After each operation
// (expectations/), compares the results and everything in Redis.
import { deepStrictEqual } from "node:assert/strict";
import { LeaseholdError } from "../../src/index.ts";
import type { RepeatableCall } from "./expectations/context.ts";
import { expectationFor } from "./expectations/expectation.ts";
import { timeUntilChange } from "./next-change.ts";
import type { CallOperation, Operation } from "./operations/planned-operation.ts";
import { formatReply, toStoredKeys } from "./queue/keys.ts";
import { repliesKeyAt } from "./queue/operate.ts";
import { ProgramState } from "./queue/program.ts";
import { createModel, type Model } from "./queue/state/model.ts";
import type { AcceptedResult, LeasedHead, Request, RequestResult } from "./queue/state/requests.ts";
import { PROGRAMS } from "./queue/state/settings.ts";
import { isClockBad } from "./queue/state/ticks.ts";
import type { RealQueue } from "./real/real-queue.ts";
import { argumentOf, hasEntries, isRemembered, needsFullScript, type SentRequest } from "./real/sent-request.ts";

const START = 1_700_000_000_000;
/** Times at which no queue works: before the first tick, and at the last one. */
const BAD_CLOCKS = { early: 1_599_999_999_999, late: 2_499_000_000_000 };

/** A request that may arrive again. */
interface LoggedRequest {
  sent: SentRequest;
  request: Request;
  /** Shared by the requests of one identity: to the plain script, and to the full script. */
  identity: { isDone: boolean };
  /** Carries out the request on the model. */
  carryOut(): RequestResult;
}

/** The figures of a sequence. */
export interface SequenceFigures {
  /** The number of times that each operation was played. */
  operations: Map<string, number>;
  /** The number of times that each script carried out a request. */
  scripts: Map<string, number>;
  /** The number of requests that arrived again. */
  replays: number;
}

/** Plays a sequence on an empty queue and its model, and compares both after each operation. Throws if they differ. */
export async function playSequence(realQueue: RealQueue, operations: readonly Operation[]): Promise<SequenceFigures> {
  const player = new Player(realQueue);
  await realQueue.reset(START);
  for (const [i, operation] of operations.entries()) {
    try {
      await player.play(operation);
      const { model } = player;
      await realQueue.compare(toStoredKeys(model), model.wakes.splice(0));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new Error(`after operation ${i + 1}, ${JSON.stringify(operation)}: ${message}`);
    }
  }
  return player.figures;
}

class Player {
  readonly model: Model = createModel(START);
  readonly figures: SequenceFigures = { operations: new Map(), scripts: new Map(), replays: 0 };
  readonly #programs = PROGRAMS.map((settings) => new ProgramState(settings));
  /** Every lease of the sequence, expired or not. */
  readonly #leases: LeasedHead[] = [];
  readonly #log: LoggedRequest[] = [];
  readonly #realQueue: RealQueue;

  constructor(realQueue: RealQueue) {
    this.#realQueue = realQueue;
  }

  /** Carries out an operation on the real queue and on the model. */
  async play(operation: Operation): Promise<void> {
    addTo(this.figures.operations, operation.do);
    if (operation.do === "pass") {
      const ms = "ms" in operation ? operation.ms : timeUntilChange(this.model, operation);
      await this.#realQueue.pass(ms, toStoredKeys(this.model));
      this.model.now += ms;
      for (const expiring of [this.model.results, this.model.replies])
        for (const [key, { until }] of expiring) if (until <= this.model.now) expiring.delete(key);
    } else if (operation.do === "resend") await this.#resend(operation.back);
    else await this.#call(operation);
  }

  #clearRequestEffects(): void {
    Object.assign(this.model, { madeReady: 0, isDueSooner: false });
  }

  /** Calls the real queue, carries out the requests that it sent on the model, and compares the results. */
  async #call(operation: CallOperation): Promise<void> {
    const { lostReplies = 0, isUnanswered = false, clock } = operation;
    const [realQueue, model, program] = [this.#realQueue, this.model, this.#programs[operation.program]];
    if (!program) throw new Error(`there is no program ${operation.program}`);
    const expectation = expectationFor(operation, { model, leases: this.#leases, program, realQueue });
    const { now } = model;
    Object.assign(realQueue, { sent: [], lostReplies, isUnanswered, clock: clock && BAD_CLOCKS[clock] });
    this.#clearRequestEffects();
    const actual = await resultOrError(() => realQueue.call(operation.program, expectation.call));
    if (clock) model.now = BAD_CLOCKS[clock];
    let expected: unknown;
    if ("carryOut" in expectation) expected = this.#carryOut(expectation, { program, isUnanswered, now });
    else expected = isClockBad(model) ? { error: "bad_clock" } : await expectation.result(actual);
    Object.assign(realQueue, { clock: undefined });
    model.now = now;
    deepStrictEqual(actual, expected);
  }

  /** Carries out the sent requests on the model, as often as they were sent. Returns the result for their caller. */
  #carryOut(
    call: RepeatableCall,
    { program, isUnanswered, now }: { program: ProgramState; isUnanswered: boolean; now: number },
  ): unknown {
    call.begin?.();
    const results: AcceptedResult[] = [];
    let identity = { isDone: false };
    for (const sent of this.#realQueue.sent.filter(isRemembered)) {
      const earlier = [...results];
      const request = toRequest(sent, { call, part: results.length, program, now });
      const carryOut = () => {
        this.#clearRequestEffects();
        return call.carryOut(request, sent, earlier);
      };
      this.#log.push({ sent, request, identity, carryOut });
      // The plain script changed nothing; the full one follows, with the same identity.
      if (needsFullScript(sent.replies[0])) continue;
      let result: RequestResult | undefined;
      for (const reply of sent.replies) {
        result = carryOut();
        compareReply(reply, result, sent);
      }
      if (!result) throw new Error("a request has no reply");
      this.figures.replays += sent.replies.length - 1;
      addTo(this.figures.scripts, sent.script.name);
      identity.isDone = "reply" in result;
      if (isUnanswered) return { error: "redis_unreachable" };
      if (!("reply" in result)) return { error: ERROR_CODES[result.status] };
      results.push(result);
      identity = { isDone: false };
    }
    const [first, ...others] = results;
    if (!first && call.readsFirst && isClockBad(this.model)) return { error: "bad_clock" };
    if (!first) throw new Error("no request was sent");
    return call.toResult([first, ...others]);
  }

  /** Sends an earlier request again, as when it arrives late. As long as its reply is remembered, it has no effect. */
  async #resend(back: number): Promise<void> {
    const logged = this.#log.at(-1 - (back % (this.#log.length || 1)));
    if (!logged) return;
    const { sent, request, identity, carryOut } = logged;
    // Clients send no request again after its reply is forgotten. Enqueue does not look for generated ids then, and the model
    // does not know the entries to which a cancel is bound.
    const last = this.model.replies.get(request.key)?.lanes.get(request.lane);
    const isForgotten = !(last && last.number >= request.number);
    if (isForgotten && identity.isDone && (sent.script.name.startsWith("enqueue") || hasEntries(sent))) return;
    const reply = await this.#realQueue.send(sent);
    // The plain script may leave the request to the full one now, and changes nothing then.
    if (needsFullScript(reply)) return;
    const result = carryOut();
    identity.isDone = true;
    compareReply(reply, result, sent);
    this.figures.replays += 1;
  }
}

function addTo(figures: Map<string, number>, name: string): void {
  figures.set(name, (figures.get(name) ?? 0) + 1);
}

interface RequestContext {
  call: RepeatableCall;
  /** The number of requests of the call before this one. */
  part: number;
  program: ProgramState;
  now: number;
}

/** Returns the identity of a request that was sent. */
function toRequest(sent: SentRequest, { call: { idempotent }, part, program, now }: RequestContext): Request {
  const { keepRequests, keepKeys } = program.settings;
  return {
    lane: argumentOf(sent, "lane"),
    number: Number(argumentOf(sent, "number")),
    key: idempotent
      ? `reply:${idempotent.idempotencyKey}${part === 0 ? "" : `\t${part}`}`
      : repliesKeyAt(now, keepRequests),
    keep: idempotent ? keepKeys : 2 * keepRequests,
    content: idempotent && JSON.stringify(idempotent.content),
  };
}

const ERROR_CODES = {
  late: "redis_error",
  reused: "idempotency_key_reused",
  full: "queue_full",
  large: "too_large",
  bad_clock: "bad_clock",
};

/** Compares a reply of Redis with that of the model. The first reply to a turn is compared only in the key that remembers it. */
function compareReply(reply: unknown, result: RequestResult, { script }: SentRequest): void {
  const { status } = result;
  if (status === "ok" && "turn" in result.reply) return;
  const expected = "reply" in result ? `${status}\n${formatReply(result.reply)}` : status;
  const isEnqueue = script.name.startsWith("enqueue") && "reply" in result;
  const asksToRegister = isEnqueue && result.isRegistrationDue ? "\nu" : "";
  const notes = asksToRegister + (isEnqueue && result.hasOtherLimits ? "\nv" : "");
  deepStrictEqual(
    reply,
    expected + notes,
    `the reply of ${script.name} is ${JSON.stringify(reply)}, not ${JSON.stringify(expected + notes)}`,
  );
}

async function resultOrError(call: () => Promise<unknown>): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof LeaseholdError) return { error: error.code };
    throw error;
  }
}
