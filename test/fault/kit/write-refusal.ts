// Lua that precedes a script and refuses some of its writes, like Upstash when a key or a plan is full. Redis does not roll
// back the earlier writes of the script.

/** The refused writes. They are counted among the commands that can make a key larger: HSET, ZADD, SET and HINCRBY. */
export type Refusal =
  /** Refuses one write by its number from 1. */
  | { only: number; error?: string }
  /** Refuses each write that makes its key larger, from a number on. Counts only such writes. */
  | { from: number }
  /** Refuses the writes to keys whose names end with a text. */
  | { key: string }
  /** Refuses all writes. */
  | { all: true }
  /**
   * Refuses the first write of some units of work. Units are counted in the order in which the script tries them. Nothing
   * of a refused unit is written, so the prefix ignores the commands with which the script undoes it, up to the script's
   * next read. Auxiliary writes, which belong to no unit, pass.
   */
  | { units: readonly ("pass" | "refuse")[] };

/** The error with which Upstash refuses a write to a full key. */
export const RECORD_TOO_LARGE = "ERR max single record size exceeded";

/** The key in which the prefix records the refused writes. */
export const REFUSED_KEY = "refused-writes";
/** The key in which the prefix counts the units that the script tried. */
export const TRIED_KEY = "tried-units";

/** Returns Lua to put before a script: it replaces the global `redis` by one that refuses the writes of a refusal. */
export function createRefusalPrefix(refusal: Refusal): string {
  const error = "error" in refusal && refusal.error ? refusal.error : RECORD_TOO_LARGE;
  return `local redis = (function(real)
    local MAY_GROW = { HSET = true, ZADD = true, SET = true, HINCRBY = true }
    local REMOVES = { ZREM = true, HDEL = true, DEL = true }
    local number, growing, tried, isInUnit, isUndoing, isAfterHead = 0, 0, 0, false, false, false
    local plan = { ${"units" in refusal ? refusal.units.map((each) => `'${each}'`).join(", ") : ""} }

    -- Returns true if a command would make its key larger.
    local function doesGrow(name, key, ...)
      local args, grows = { ... }, false
      local function replace(before, after) grows = grows or not before or #after > #before end
      if name == 'ZADD' then
        for i = 1, #args, 2 do grows = grows or not real.call('ZSCORE', key, args[i + 1]) end
      elseif name == 'HSET' then
        for i = 1, #args, 2 do replace(real.call('HGET', key, args[i]), args[i + 1]) end
      elseif name == 'SET' then
        replace(real.call('GET', key), args[1])
      elseif name == 'HINCRBY' then
        local before = real.call('HGET', key, args[1])
        replace(before, string.format('%d', (before or 0) + args[2]))
      end
      return grows
    end

    -- Returns true if a write belongs to no unit: the record of an ending, of a worker, of a sample or of a policy.
    local function isAuxiliary(name, key, first)
      return string.find(key, ':endings$') or string.find(key, ':workers$') or string.find(key, ':history$')
        or string.find(key, ':hours$') or name == 'HSET' and first == 'policy'
    end

    -- Returns true if the unit of a write is refused. The write of the head ends a unit, except for fields that are
    -- rewritten in place after it. The writes that undo a refused unit belong to no unit.
    local function isInRefusedUnit(name, key, first, grows)
      local isHead = name == 'HSET' and first == 'head'
      if isUndoing or isAuxiliary(name, key, first) then return false end
      if name == 'HSET' and not isHead and isAfterHead and not grows then return false end
      if not isInUnit then
        tried, isInUnit = tried + 1, true
        real.call('INCR', '${TRIED_KEY}')
        isUndoing = plan[tried] == 'refuse'
        if isUndoing then
          isInUnit = false
          return true
        end
      end
      isInUnit, isAfterHead = not isHead, isHead
      return false
    end

    local function isRefused(name, key, ...)
      number = number + 1
      local grows = doesGrow(name, key, ...)
      if grows then growing = growing + 1 end
      ${createRefusalTest(refusal)}
    end

    local function findRefusal(name, key, ...)
      name = string.upper(name)
      -- Any other command, such as a read, ends the undoing of a unit.
      if not MAY_GROW[name] and not REMOVES[name] then isUndoing = false end
      if not MAY_GROW[name] or not isRefused(name, key, ...) then return nil end
      real.call('RPUSH', '${REFUSED_KEY}', name .. ' ' .. (string.match(key, '}:(.*)$') or key))
      return real.error_reply([[${error}]])
    end

    return setmetatable({
      call = function(...)
        local refused = findRefusal(...)
        if refused then error(refused) end
        if isUndoing and REMOVES[string.upper((...))] then return 0 end
        return real.call(...)
      end,
      pcall = function(...) return findRefusal(...) or real.pcall(...) end,
    }, { __index = real })
  end)(redis) `;
}

/** Returns the Lua statement at the end of `isRefused`, which returns true for a write to refuse. */
function createRefusalTest(refusal: Refusal): string {
  if ("only" in refusal) return `return number == ${refusal.only}`;
  if ("from" in refusal) return `return grows and growing >= ${refusal.from}`;
  if ("key" in refusal) return `return string.sub(key, -${refusal.key.length}) == '${refusal.key}'`;
  if ("all" in refusal) return "return true";
  return "return isInRefusedUnit(name, key, (...), grows)";
}
