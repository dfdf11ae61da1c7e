// Scripts as clients send them, and as Redis gets to see them. Plain Redis refuses the flag allow-key-locking, so its
// line is taken out; EVALSHA keeps working because the book remembers which text each digest stands for.
import { createHash } from "node:crypto";
import type { Arg, Command } from "./commands.ts";

const FLAG = "allow-key-locking";
const REMEMBERED = 1_000;

interface Script {
  /** The text that Redis runs. */
  text: string;
  locksKeys: boolean;
}

/** A command ready for Redis; `lockedTo` holds the only keys that it may touch. */
export interface Prepared {
  command: Command;
  lockedTo?: Arg[];
}

/** Knows every script that went through, under the digest that its sender computes. */
export class ScriptBook {
  readonly #prelude: string;
  readonly #byText = new Map<string, Script>();
  readonly #bySha = new Map<string, Script>();

  /** `prelude` is put before each script, on its first line so that line numbers in errors stay true. */
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
        const script = this.#script(String(first));
        return { command: [name, script.text, ...rest], ...locked(script, rest) };
      }
      case "evalsha":
      case "evalsha_ro": {
        const script = this.#bySha.get(String(first).toLowerCase());
        return script ? { command: [name, sha1(script.text), ...rest], ...locked(script, rest) } : { command };
      }
      case "script":
        return { command: this.#prepareScript(String(first).toLowerCase(), command, rest) };
      default:
        return { command };
    }
  }

  /** What SCRIPT LOAD answers: the digest of the text as it was sent. */
  digestToAnswer([name, first, text]: Command): Buffer | undefined {
    const loads = name.toLowerCase() === "script" && String(first).toLowerCase() === "load";
    return loads && text !== undefined ? Buffer.from(sha1(String(text))) : undefined;
  }

  #prepareScript(sub: string, command: Command, rest: Arg[]): Command {
    if (sub === "flush") {
      this.#byText.clear();
      this.#bySha.clear();
    }
    if (sub === "load" && rest[0] !== undefined) return ["SCRIPT", "LOAD", this.#script(String(rest[0])).text];
    if (sub === "exists") {
      return ["SCRIPT", "EXISTS", ...rest.map((sha) => this.#digestInRedis(sha))];
    }
    return command;
  }

  #digestInRedis(sha: Arg): Arg {
    const script = this.#bySha.get(String(sha).toLowerCase());
    return script ? sha1(script.text) : sha;
  }

  #script(sent: string): Script {
    const known = this.#byText.get(sent);
    if (known) return known;
    const script = this.#rewrite(sent);
    // Text that Redis sees as it was sent has the digest that its sender knows.
    if (script.text === sent) return script;
    if (this.#byText.size >= REMEMBERED) this.#forgetOldest();
    this.#byText.set(sent, script);
    this.#bySha.set(sha1(sent), script);
    return script;
  }

  #rewrite(sent: string): Script {
    const { text, locksKeys } = withoutFlag(sent);
    const shebang = /^#![^\n]*\n/.exec(text)?.[0] ?? "";
    return { text: shebang + this.#prelude + text.slice(shebang.length), locksKeys };
  }

  #forgetOldest(): void {
    const [oldest] = this.#byText.keys();
    if (oldest === undefined) return;
    this.#byText.delete(oldest);
    this.#bySha.delete(sha1(oldest));
  }
}

/** Takes the flag out of the first line; the line itself stays, empty, so that line numbers in errors stay true. */
function withoutFlag(sent: string): { text: string; locksKeys: boolean } {
  const shebang = /^#!lua[^\n]*/.exec(sent)?.[0] ?? "";
  const flags = /\bflags=(\S*)/.exec(shebang)?.[1]?.split(",") ?? [];
  if (!flags.includes(FLAG)) return { text: sent, locksKeys: false };
  const others = flags.filter((flag) => flag !== FLAG).join(",");
  return { text: (others && `#!lua flags=${others}`) + sent.slice(shebang.length), locksKeys: true };
}

function locked(script: Script, [count, ...rest]: Arg[]): { lockedTo?: Arg[] } {
  return script.locksKeys ? { lockedTo: rest.slice(0, Number(count) || 0) } : {};
}

function sha1(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}
