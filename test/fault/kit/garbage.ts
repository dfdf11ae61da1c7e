// What a broken or hostile gateway may answer: values of all kinds, replies of ours with something changed, and bodies that
// are no reply at all.
import type { Random } from "../../../src/instruments/testing/random.ts";

/** In every text that is made up here, as an error of Redis echoes a command; nothing of it may get out. */
export const PAYLOAD = "payload-that-nobody-may-see";
export const TOKEN = "token-that-nobody-may-see";

const TEXTS = [
  ...["", " ", "ok", "again", "full", "OK", "L", "LLLL", "0", "-1", "NaN", "Infinity", "1e999", "9".repeat(400)],
  ...["0 0 0 0 0 0 0 0 0", "1 2", "1700000000000 1 0 0", "1700000000000 0 0 1", "7 1 a", "- - -", "null", "{}", "[]"],
  ...[
    "__proto__",
    "constructor",
    "\u0000\u0001\u001b[2J",
    "\ud800",
    "\ufeffok",
    "ok\n",
    "C 1 {",
    "X 1",
    "L 1 1 0 1 5 0 1\n\n",
  ],
  ...[PAYLOAD, "x".repeat(100_000), `${"9".repeat(16)} 5\n${PAYLOAD}`],
];

/** Any value that JSON, or a client over it, can make of an answer. */
export function garbage(random: Random, depth = 0): unknown {
  const { below, pick } = random;
  switch (below(depth > 3 ? 7 : 10)) {
    case 0:
      return null;
    case 1:
      return pick([0, -1, 1.5, 1e308, -0, Number.MAX_SAFE_INTEGER + 2]);
    case 2:
      return below(2) === 0;
    case 3:
    case 4:
    case 5:
    case 6:
      return pick(TEXTS);
    case 7:
      return JSON.parse(pick(['{"__proto__":{"polluted":1}}', '{"length":3}', `{"then":1,"${PAYLOAD}":"${PAYLOAD}"}`]));
    default:
      return Array.from({ length: below(6) }, () => garbage(random, depth + 1));
  }
}

/** Changes a reply in one to three places: the texts of a list, or the lines of a text. */
export function mutatedReply(reply: unknown, random: Random): unknown {
  if (Array.isArray(reply)) {
    // The first text is ours, the others are records.
    const first = mutatedReply(reply[0], random);
    return random.below(2) === 0 ? [first, ...reply.slice(1)] : mutatedParts(reply, random);
  }
  if (typeof reply !== "string" || random.below(8) === 0) return garbage(random);
  return mutatedParts(reply.split("\n"), random).join("\n");
}

function mutatedParts(parts: readonly unknown[], random: Random): unknown[] {
  const { below, pick } = random;
  const changed: unknown[] = [...parts];
  for (let i = 0; i <= below(3); i++) {
    const at = below(changed.length + 1);
    const part = changed[at];
    switch (below(8)) {
      case 0:
        changed.splice(at, 1);
        break;
      case 1:
        changed.splice(at, 0, part ?? "");
        break;
      case 2:
        changed.length = at;
        break;
      case 3:
        changed[at] = [part];
        break;
      case 4:
        if (typeof part === "string") changed[at] = part.slice(0, below(part.length + 1));
        break;
      case 5:
        if (typeof part === "string") changed[at] = part.replace(/\d+/, pick(["", "-5", "9".repeat(30), "1.5", "x"]));
        break;
      case 6:
        changed.sort(() => below(3) - 1);
        break;
      default:
        changed[at] = garbage(random);
    }
  }
  return changed;
}

/** An answer over HTTP. */
export interface Answer {
  status: number;
  type: string;
  body: string;
  /** How it comes: whole, cut off, a byte now and then without an end, or not at all. */
  way: "whole" | "cut" | "drip" | "never";
}

/** Any answer of something that stands where Upstash should. */
export function answer(random: Random): Answer {
  const { below, pick } = random;
  const text = JSON.stringify(garbage(random));
  const whole = pick([
    `{"result":${text}}`,
    `[{"result":${text}}]`,
    `{"error":"ERR ${PAYLOAD}, command was: [\\"redis.call\\",\\"${TOKEN}\\"]"}`,
    `[{"error":"WRONGTYPE ${PAYLOAD} redis.call ${TOKEN}"}]`,
    text,
    `<html><title>502</title>${PAYLOAD} ${TOKEN} redis.call</html>`,
    `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
    `{"result":[${`"${PAYLOAD}",`.repeat(20_000)}"x"]}`,
    "\u0000\u0001\u0002",
    "",
  ]);
  return {
    status: pick([200, 200, 200, 200, 201, 204, 302, 400, 401, 404, 429, 500, 502, 503]),
    type: pick(["application/json", "text/html", "application/octet-stream", "nonsense", "text/event-stream"]),
    body: below(4) === 0 ? whole.slice(0, below(whole.length + 1)) : whole,
    way: pick([...Array.from({ length: 17 }, () => "whole" as const), "cut", "drip", "never"] as const),
  };
}
