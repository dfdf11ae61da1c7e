// An optional limit on the size of one key, as Upstash has it: a write that would exceed it is refused. The check is
// Lua before each script. A command that may grow a key outside of a script becomes a script of its own, so nothing
// comes between check and write, in a transaction neither. Writes of a script before the refused one remain.
//
// The check is an estimate: MEMORY USAGE samples large keys, and the bytes that a command sends are added to the size
// of the key even if they replace a part of it, unless that part is a field of a hash or a member of a sorted set.
// Unchecked: GEORADIUS and SORT with STORE, COPY into another database, functions, and commands with more arguments
// than Lua can pass on. HINCRBY and BITFIELD reply as in scripts, without digits beyond 2^53.
import type { Command } from "./commands.ts";

const MESSAGE = "ERR max single record size exceeded";

// The position of the key in commands that add their arguments to the content of the key.
// biome-ignore format: a table reads better in rows
const GROWS = {
  append: 1, geoadd: 1, hincrby: 1, hincrbyfloat: 1, hmset: 1, hset: 1, hsetex: 1, hsetnx: 1, linsert: 1, lpush: 1,
  lpushx: 1, lset: 1, pfadd: 1, rpush: 1, rpushx: 1, sadd: 1, xadd: 1, zadd: 1, zincrby: 1,
};

// Commands whose arguments are the whole content of the key afterwards.
const REPLACES = ["getset", "psetex", "restore", "set", "setex", "setnx"];

// The position of the key in commands that store the content of other keys. Their result is checked, and reverted if too large.
// biome-ignore format: a table reads better in rows
const STORES = {
  bitop: 2, copy: 2, geosearchstore: 1, pfmerge: 1, sdiffstore: 1, sinterstore: 1, sunionstore: 1, zdiffstore: 1,
  zinterstore: 1, zrangestore: 1, zunionstore: 1,
};

// Commands with sizes of their own, computed in the Lua below.
const OTHERS = [
  "bitfield",
  "blmove",
  "brpoplpush",
  "lmove",
  "mset",
  "msetnx",
  "rpoplpush",
  "setbit",
  "setrange",
  "smove",
];

const CHECKED = new Set([...Object.keys(GROWS), ...REPLACES, ...Object.keys(STORES), ...OTHERS]);
const CHECK = "return redis.pcall(unpack(ARGV))";
const MAX_ARGUMENTS = 7_000;

/** Returns a command as a script that checks the limit; a command that grows no key is returned unchanged. */
export function withRecordLimit(command: Command): Command {
  if (!CHECKED.has(command[0].toLowerCase()) || command.length > MAX_ARGUMENTS) return command;
  return ["EVAL", CHECK, "0", ...command];
}

/** Returns Lua in one line that, put before a script, adds the check to its `redis.call` and `redis.pcall`. */
export function recordLimitPrelude(limit: number): string {
  const replaces = REPLACES.map((name) => [name, 1] as const);
  return `
    local redis = (function(real)
      local grows, stores, replaces = ${luaTable(Object.entries(GROWS))}, ${luaTable(Object.entries(STORES))}, ${luaTable(replaces)}
      local refused = real.error_reply('${MESSAGE}')
      local function usage(key) return tonumber(real.pcall('MEMORY', 'USAGE', key)) or 0 end
      local function bytes(...)
        local sum = 0
        for i = 1, select('#', ...) do sum = sum + #tostring((select(i, ...))) end
        return sum
      end
      local others = {
        setrange = function(key, offset, value) return math.max(usage(key), (tonumber(offset) or 0) + bytes(value)) end,
        setbit = function(key, offset) return math.max(usage(key), (tonumber(offset) or 0) / 8) end,
        bitfield = function(key, ...)
          local args, last = {...}, 0
          for i = 2, #args - 1 do
            local width = string.match(tostring(args[i]), '^[iu](%d+)$')
            local times, offset = string.match(tostring(args[i + 1]), '^(#?)(%d+)$')
            if width and offset and string.lower(tostring(args[i - 1])) ~= 'get' then
              last = math.max(last, offset * (times == '#' and width or 1) + width)
            end
          end
          return math.max(usage(key), last / 8)
        end,
        mset = function(...)
          local largest = 0
          for i = 1, select('#', ...), 2 do
            local key, value = select(i, ...)
            largest = math.max(largest, bytes(key, value))
          end
          return largest
        end,
        lmove = function(from, to, side)
          if from == to then return 0 end
          local moved = real.pcall('LINDEX', from, string.upper(tostring(side)) == 'LEFT' and 0 or -1)
          return type(moved) == 'string' and usage(to) + #moved or 0
        end,
        smove = function(from, to, member) return usage(to) + bytes(member) end
      }
      others.rpoplpush, others.brpoplpush, others.blmove, others.msetnx =
        others.lmove, others.lmove, others.lmove, others.mset
      local function replaced(name, key, ...)
        local args, sum = {...}, 0
        if name == 'hset' or name == 'hmset' then
          for i = 1, #args, 2 do
            local held = real.pcall('HGET', key, args[i])
            if type(held) == 'string' then sum = sum + #tostring(args[i]) + #held end
          end
        elseif name == 'zadd' then
          for i = 1, #args do
            if type(real.pcall('ZSCORE', key, args[i])) == 'string' then
              sum = sum + bytes(args[i - 1], args[i])
            end
          end
        end
        return sum
      end
      local function size(name, ...)
        if others[name] then return others[name](...) end
        if replaces[name] then return bytes(...) end
        if not grows[name] then return 0 end
        local whole = usage((...)) + bytes(...)
        return whole > ${limit} and whole - replaced(name, ...) or whole
      end
      local function run(how, ...)
        local name = string.lower(tostring((...)))
        if size(name, select(2, ...)) > ${limit} then return refused end
        if not stores[name] then return how(...) end
        local key = select(stores[name] + 1, ...)
        local before, held, ttl = real.pcall('DUMP', key), usage(key), real.pcall('PTTL', key)
        local reply = how(...)
        local now = usage(key)
        if now <= ${limit} or now <= held then return reply end
        if held == 0 then real.call('DEL', key)
        else real.call('RESTORE', key, math.max(ttl, 0), before, 'REPLACE') end
        return refused
      end
      return setmetatable({
        call = function(...)
          local reply = run(real.call, ...)
          if reply == refused then error(refused) end
          return reply
        end,
        pcall = function(...) return run(real.pcall, ...) end
      }, {__index = real})
    end)(redis)
  `.replace(/\s+/g, " ");
}

/** Returns the source of a Lua table with a number by each name. */
function luaTable(entries: (readonly [string, number])[]): string {
  return `{${entries.map(([name, at]) => `${name}=${at}`).join(",")}}`;
}
