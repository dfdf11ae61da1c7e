// Scripts as clients send them, and as Redis gets to see them. Plain Redis refuses the flag allow-key-locking, so it is
// taken out; EVALSHA keeps working because the book remembers which text each digest stands for.
import { createHash } from "node:crypto";
import type { Arg, Command } from "./commands.ts";

const FLAG = "allow-key-locking";
const REMEMBERED = 1_000;

interface Script {
  sent: Arg;
  /** The text that Redis runs; bytes when it came as bytes. */
  text: Arg;
  locksKeys: boolean;
}

/** A command ready for Redis. */
export interface Prepared {
  command: Command;
  /** The only keys that it may touch. */
  lockedTo?: Arg[];
  /** What its sender gets to see in place of a reply that is no error. */
  answer?: Buffer;
}

/**
 * Knows every script that Redis sees otherwise than it was sent, under the digest that its sender computes. SCRIPT FLUSH
 * needs no thought here: what Redis has forgotten it says so itself, under either digest.
 */
export class ScriptBook {
  readonly #prelude: string;
  readonly #byText = new Map<string, Script>();
  readonly #bySha = new Map<string, Script>();

  /** `prelude` is put before each script, on its first line so that no other line changes its number. */
  constructor(prelude = "") {
    this.#prelude = prelude;
  }

  /** Puts the text that Redis may see into a script command; other commands pass through. */
  prepare(command: Command): Prepared {
    const [name, first, ...rest] = command;
    if (first === undefined) return { command };
    switch (name.toLowerCase()) {
      case "eval":
      case "eval_ro": {
        const script = this.#script(first);
        return { command: [name, script.text, ...rest], ...locked(script, rest) };
      }
      case "evalsha":
      case "evalsha_ro": {
        const script = this.#bySha.get(String(first).toLowerCase());
        if (script) return { command: [name, sha1(script.text), ...rest], ...locked(script, rest) };
        // Redis may know the script from another gateway, without the prelude. It knows no digest of this kind.
        return { command: this.#prelude === "" ? command : [name, sha1(this.#prelude + first), ...rest] };
      }
      case "script":
        return this.#prepareScript(command) ?? { command };
      default:
        return { command };
    }
  }

  #prepareScript([name, sub, first, ...rest]: Command): Prepared | undefined {
    if (sub === undefined || first === undefined) return undefined;
    switch (String(sub).toLowerCase()) {
      case "load":
        return { command: [name, sub, this.#script(first).text, ...rest], answer: Buffer.from(sha1(first)) };
      case "exists":
        return { command: [name, sub, ...[first, ...rest].map((sha) => this.#digestInRedis(sha))] };
      default:
        return undefined;
    }
  }

  #digestInRedis(sha: Arg): Arg {
    const script = this.#bySha.get(String(sha).toLowerCase());
    return script ? sha1(script.text) : sha;
  }

  #script(sent: Arg): Script {
    const known = typeof sent === "string" ? this.#byText.get(sent) : this.#bySha.get(sha1(sent));
    if (known) return known;
    const script = this.#rewrite(sent);
    // Text that Redis sees as it was sent has the digest that its sender knows.
    if (script.text !== sent) this.#remember(script);
    return script;
  }

  #rewrite(sent: Arg): Script {
    // One character for each byte, so that bytes that are not UTF-8 come out as they went in.
    const source = typeof sent === "string" ? sent : sent.toString("latin1");
    const { text, locksKeys } = withoutFlag(source);
    const shebang = /^#![^\n]*\n/.exec(text)?.[0] ?? "";
    const rewritten = shebang + this.#prelude + text.slice(shebang.length);
    if (rewritten === source) return { sent, text: sent, locksKeys };
    return { sent, text: typeof sent === "string" ? rewritten : Buffer.from(rewritten, "latin1"), locksKeys };
  }

  #remember(script: Script): void {
    const { sent } = script;
    if (this.#bySha.size >= REMEMBERED) this.#forgetOldest();
    if (typeof sent === "string") this.#byText.set(sent, script);
    this.#bySha.set(sha1(sent), script);
  }

  #forgetOldest(): void {
    const [oldest] = this.#bySha;
    if (!oldest) return;
    const [sha, { sent }] = oldest;
    this.#bySha.delete(sha);
    if (typeof sent === "string") this.#byText.delete(sent);
  }
}

/** Takes the flag out of the first line; a line without other flags stays, empty, so that the others keep their numbers. */
function withoutFlag(sent: string): { text: string; locksKeys: boolean } {
  const shebang = /^#!lua(?!\S)[^\n]*/.exec(sent)?.[0] ?? "";
  const flags = /\bflags=(\S*)/.exec(shebang)?.[1]?.split(",") ?? [];
  if (!flags.includes(FLAG)) return { text: sent, locksKeys: false };
  const others = flags.filter((flag) => flag !== FLAG).join(",");
  return { text: (others && `#!lua flags=${others}`) + sent.slice(shebang.length), locksKeys: true };
}

function locked(script: Script, [count, ...rest]: Arg[]): { lockedTo?: Arg[] } {
  return script.locksKeys ? { lockedTo: rest.slice(0, Number(count) || 0) } : {};
}

function sha1(text: Arg): string {
  return createHash("sha1").update(text).digest("hex");
}
