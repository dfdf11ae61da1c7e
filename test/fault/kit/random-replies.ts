// Random replies of a broken or hostile gateway: values of all kinds, valid replies with changes, and other HTTP responses.
import type { Random } from "../../../src/instruments/testing/seeded-random.ts";

/** A payload that no error may contain. The random texts contain it, like errors of Redis that quote a command. */
export const SECRET_PAYLOAD = "secret-payload";
/** A token that no error may contain. */
export const SECRET_TOKEN = "secret-token";

const TEXTS = [
  ...["", " ", "ok", "again", "full", "OK", "L", "LLLL", "0", "-1", "NaN", "Infinity", "1e999", "9".repeat(400)],
  ...["0 0 0 0 0 0 0 0 0", "1 2", "1700000000000 1 0 0", "1700000000000 0 0 1", "7 1 a", "- - -", "null", "{}", "[]"],
  ...["__proto__", "constructor", "\u0000\u0001\u001b[2J", "\ud800", "\ufeffok", "ok\n", "C 1 {", "X 1"],
  "L 1 1 0 1 5 0 1\n\n",
  ...[SECRET_PAYLOAD, "x".repeat(100_000), `${"9".repeat(16)} 5\n${SECRET_PAYLOAD}`],
];

/** Returns a random value as a JSON client can return it. */
export function createRandomValue(random: Random, depth = 0): unknown {
  const { below, pick } = random;
  switch (below(depth > 3 ? 7 : 10)) {
    case 0:
      return null;
    case 1:
      return pick([0, -1, 1.5, 1e308, -0, Number.MAX_SAFE_INTEGER + 2]);
    case 2:
      return below(2) === 0;
    case 7:
      return JSON.parse(
        pick(['{"__proto__":{"polluted":1}}', '{"length":3}', `{"then":1,"${SECRET_PAYLOAD}":"${SECRET_PAYLOAD}"}`]),
      );
    case 8:
    case 9:
      return Array.from({ length: below(6) }, () => createRandomValue(random, depth + 1));
    default:
      return pick(TEXTS);
  }
}

/** Returns a copy of a reply with one to three changes: to the texts of a list, or to the lines of a text. */
export function mutateReply(reply: unknown, random: Random): unknown {
  if (Array.isArray(reply)) {
    // The first text is the reply of the script, the others are records.
    const first = mutateReply(reply[0], random);
    return random.below(2) === 0 ? [first, ...reply.slice(1)] : changeParts(reply, random);
  }
  if (typeof reply !== "string" || random.below(8) === 0) return createRandomValue(random);
  return changeParts(reply.split("\n"), random).join("\n");
}

/** Returns a copy of a list with one to three random changes, such as a part removed, doubled, cut or nested. */
function changeParts(parts: readonly unknown[], random: Random): unknown[] {
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
        changed[at] = createRandomValue(random);
    }
  }
  return changed;
}

/** An HTTP response. */
export interface HttpResponse {
  status: number;
  type: string;
  body: string;
  /** Sent as a whole, cut off in the middle, sent a character at a time forever, or never sent. */
  delivery: "whole" | "cut" | "drip" | "never";
}

/** Returns a random HTTP response of a server that is not Upstash. */
export function createRandomResponse(random: Random): HttpResponse {
  const { below, pick } = random;
  const text = JSON.stringify(createRandomValue(random));
  const whole = pick([
    `{"result":${text}}`,
    `[{"result":${text}}]`,
    `{"error":"ERR ${SECRET_PAYLOAD}, command was: [\\"redis.call\\",\\"${SECRET_TOKEN}\\"]"}`,
    `[{"error":"WRONGTYPE ${SECRET_PAYLOAD} redis.call ${SECRET_TOKEN}"}]`,
    text,
    `<html><title>502</title>${SECRET_PAYLOAD} ${SECRET_TOKEN} redis.call</html>`,
    `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
    `{"result":[${`"${SECRET_PAYLOAD}",`.repeat(20_000)}"x"]}`,
    "\u0000\u0001\u0002",
    "",
  ]);
  return {
    status: pick([200, 200, 200, 200, 201, 204, 302, 400, 401, 404, 429, 500, 502, 503]),
    type: pick(["application/json", "text/html", "application/octet-stream", "nonsense", "text/event-stream"]),
    body: below(4) === 0 ? whole.slice(0, below(whole.length + 1)) : whole,
    delivery: pick([...Array.from({ length: 17 }, () => "whole" as const), "cut", "drip", "never"] as const),
  };
}
