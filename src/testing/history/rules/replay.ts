// A request that comes again is answered as it was the first time.
import type { Requests } from "../requests.ts";
import { Violation } from "../violation.ts";

export function sameAnswer(history: Requests): Violation[] {
  const found: Violation[] = [];
  for (const request of history.all) {
    const answered = request.events.filter(({ answer }) => answer !== undefined);
    const other = answered.find(({ answer }) => answer !== answered[0]?.answer);
    if (!other) continue;
    const message = `${other.op} was answered ${shown(answered[0]?.answer)}, and when it came again ${shown(other.answer)}`;
    found.push(new Violation("same answer", message, { requests: [{ ...request, events: answered }] }));
  }
  return found;
}

/** Lines of an answer in one. */
function shown(answer = ""): string {
  return JSON.stringify(answer.trim().replaceAll("\n", " | "));
}
