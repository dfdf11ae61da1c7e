// Rewrites scripts for Redis. Redis refuses Upstash's flag allow-key-locking, so the flag is removed. EVALSHA still
// works, because the rewriter remembers the script behind each digest.
import { createHash } from "node:crypto";
import type { Arg, Command } from "./commands.ts";

const FLAG = "allow-key-locking";
const MAX_REMEMBERED = 1_000;

interface RewrittenScript {
  /** The text that the client sent. */
  sent: Arg;
  /** The text that Redis runs; bytes if the client sent bytes. */
  text: Arg;
  locksKeys: boolean;
}

/** A command for Redis. */
export interface PreparedCommand {
  command: Command;
  /** The keys that it may touch, for a script with key locking. */
  lockedTo?: Arg[];
  /** The reply to return instead of one that is not an error. */
  reply?: Buffer;
}

/**
 * Rewrites scripts, and remembers each rewritten one under the digest of the text that the client sent. SCRIPT FLUSH
 * needs no care here: Redis replies NOSCRIPT to the rewritten digest, too.
 */
export class ScriptRewriter {
  readonly #prelude: string;
  readonly #byText = new Map<string, RewrittenScript>();
  readonly #bySha = new Map<string, RewrittenScript>();

  /** The prelude is put before each script, on its first line, so that the numbers of the other lines stay. */
  constructor(prelude = "") {
    this.#prelude = prelude;
  }

  /** Rewrites the script of a command; commands without a script pass unchanged. */
  prepare(command: Command): PreparedCommand {
    const [name, first, ...rest] = command;
    if (first === undefined) return { command };
    switch (name.toLowerCase()) {
      case "eval":
      case "eval_ro": {
        const script = this.#rewrittenScript(first);
        return { command: [name, script.text, ...rest], ...lockedKeys(script, rest) };
      }
      case "evalsha":
      case "evalsha_ro": {
        const script = this.#bySha.get(String(first).toLowerCase());
        if (script) return { command: [name, sha1(script.text), ...rest], ...lockedKeys(script, rest) };
        // Redis may know the script without the prelude, from another gateway. It knows no script by this digest.
        return { command: this.#prelude === "" ? command : [name, sha1(this.#prelude + first), ...rest] };
      }
      case "script":
        return this.#prepareScript(command) ?? { command };
      default:
        return { command };
    }
  }

  /** Rewrites SCRIPT LOAD and SCRIPT EXISTS; undefined for other subcommands. */
  #prepareScript([name, sub, first, ...rest]: Command): PreparedCommand | undefined {
    if (sub === undefined || first === undefined) return undefined;
    switch (String(sub).toLowerCase()) {
      case "load":
        return { command: [name, sub, this.#rewrittenScript(first).text, ...rest], reply: Buffer.from(sha1(first)) };
      case "exists":
        return { command: [name, sub, ...[first, ...rest].map((sha) => this.#digestInRedis(sha))] };
      default:
        return undefined;
    }
  }

  /** Returns the digest under which Redis knows a script whose digest a client sent. */
  #digestInRedis(sha: Arg): Arg {
    const script = this.#bySha.get(String(sha).toLowerCase());
    return script ? sha1(script.text) : sha;
  }

  /**
   * Returns the rewritten script for a text that a client sent, and remembers it if Redis knows it by another digest.
   */
  #rewrittenScript(sent: Arg): RewrittenScript {
    const known = typeof sent === "string" ? this.#byText.get(sent) : this.#bySha.get(sha1(sent));
    if (known) return known;
    const script = this.#rewrite(sent);
    // An unchanged text has the digest that the client knows.
    if (script.text !== sent) this.#remember(script);
    return script;
  }

  /** Removes the flag from a script, and puts the prelude after a shebang. */
  #rewrite(sent: Arg): RewrittenScript {
    // One character for each byte, so that bytes that are not UTF-8 stay unchanged.
    const source = typeof sent === "string" ? sent : sent.toString("latin1");
    const { text, locksKeys } = withoutFlag(source);
    const shebang = /^#![^\n]*\n/.exec(text)?.[0] ?? "";
    const rewritten = shebang + this.#prelude + text.slice(shebang.length);
    if (rewritten === source) return { sent, text: sent, locksKeys };
    return { sent, text: typeof sent === "string" ? rewritten : Buffer.from(rewritten, "latin1"), locksKeys };
  }

  /** Keeps a script for requests that send only its digest. Forgets the oldest one beyond the limit. */
  #remember(script: RewrittenScript): void {
    const { sent } = script;
    if (this.#bySha.size >= MAX_REMEMBERED) this.#forgetOldest();
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

/**
 * Removes the flag from the first line. A line without other flags becomes empty, so that the other lines keep their
 * numbers.
 */
function withoutFlag(sent: string): { text: string; locksKeys: boolean } {
  const shebang = /^#!lua(?!\S)[^\n]*/.exec(sent)?.[0] ?? "";
  const flags = /\bflags=(\S*)/.exec(shebang)?.[1]?.split(",") ?? [];
  if (!flags.includes(FLAG)) return { text: sent, locksKeys: false };
  const others = flags.filter((flag) => flag !== FLAG).join(",");
  return { text: (others && `#!lua flags=${others}`) + sent.slice(shebang.length), locksKeys: true };
}

/** Returns the declared keys if the script has the flag: `count` of them, which follow in the arguments of EVAL. */
function lockedKeys(script: RewrittenScript, [count, ...rest]: Arg[]): { lockedTo?: Arg[] } {
  return script.locksKeys ? { lockedTo: rest.slice(0, Number(count) || 0) } : {};
}

function sha1(text: Arg): string {
  return createHash("sha1").update(text).digest("hex");
}
