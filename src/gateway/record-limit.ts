// An optional limit on the size of one key, as Upstash has it: a write that would make a key larger is refused. Inside
// a script the refusal comes at that very command, so a script that writes before it is done leaves half its work.
import type { Arg, Command } from "./commands.ts";
import { type Connection, send } from "./connection.ts";

const MESSAGE = "ERR max single record size exceeded";

// Where the key stands in commands that make a key grow; 0 where the value is replaced, so only the new one counts.
const GROWS: Record<string, number> = {
  append: 1, bitfield: 1, bitop: 2, geoadd: 1, hincrby: 1, hincrbyfloat: 1, hmset: 1, hset: 1, hsetnx: 1, linsert: 1,
  lpush: 1, lpushx: 1, lset: 1, pfadd: 1, rpush: 1, rpushx: 1, sadd: 1, setbit: 1, setrange: 1, xadd: 1, zadd: 1,
  zincrby: 1, getset: 0, mset: 0, msetnx: 0, psetex: 0, restore: 0, set: 0, setex: 0, setnx: 0,
}; // biome-ignore format: a table reads better in rows

/** Says why a command would make its key too large, or nothing when it would not. */
export async function tooLarge(connection: Connection, command: Command, limit: number): Promise<string | undefined> {
  const [name, ...args] = command;
  const position = GROWS[name.toLowerCase()];
  if (position === undefined) return undefined;
  const key = position === 0 ? undefined : args[position - 1];
  const held = key === undefined ? 0 : Number(await send(connection, ["MEMORY", "USAGE", key])) || 0;
  return held + bytesOf(args) > limit ? MESSAGE : undefined;
}

/** Lua, one line, that stands before a script and puts the same check into its `redis.call` and `redis.pcall`. */
export function recordLimitPrelude(limit: number): string {
  const grows = Object.entries(GROWS)
    .map(([name, position]) => `${name}=${position}`)
    .join(",");
  return (
    `local redis=(function(real)local grows={${grows}};` +
    "local function full(name,...)local at=grows[string.lower(name)];if not at then return false end;" +
    "local args,size={...},0;for i=1,#args do size=size+#tostring(args[i])end;" +
    "if at>0 and args[at]then size=size+(tonumber(real.call('MEMORY','USAGE',args[at]))or 0)end;" +
    `return size>${limit} end;` +
    `local refused=real.error_reply('${MESSAGE}');` +
    "return setmetatable({call=function(...)if full(...)then error(refused)end;return real.call(...)end," +
    "pcall=function(...)if full(...)then return refused end;return real.pcall(...)end},{__index=real})end)(redis) "
  );
}

function bytesOf(args: Arg[]): number {
  return args.reduce((sum, arg) => sum + Buffer.byteLength(arg), 0);
}
