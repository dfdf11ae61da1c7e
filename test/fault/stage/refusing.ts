// Lua that stands before a script and refuses some of its writes, as Upstash does when a key or a plan is full. Redis does
// not roll back what the script wrote before.

/** The refused writes, of those whose command may make a key grow: HSET, ZADD, SET and HINCRBY. */
export type Refusal =
  /** One of them, counted from 1. */
  | { only: number; error?: string }
  /** From the one with this number on each that makes its key larger, counting only such. What rewrites in place passes. */
  | { from: number }
  /** All of them. */
  | { all: true }
  /**
   * The first write of each unit of work that is refused here; units are counted in the order in which they are tried.
   * Nothing of such a unit was written, so that nothing has to be taken back: what the script removes to that end stays,
   * up to its next read. Notes that no unit rests on pass.
   */
  | { units: readonly ("pass" | "refuse")[] };

export const RECORD_TOO_LARGE = "ERR max single record size exceeded";

/** The keys in which the prefix notes the writes that it refused, and the units that were tried. */
export const REFUSED = "refused-writes";
export const TRIED = "tried-units";

/** The prefix for a refusal. */
export function refusing(refusal: Refusal): string {
  const error = "error" in refusal && refusal.error ? refusal.error : RECORD_TOO_LARGE;
  return `local redis = (function(real)
    local MAY_GROW = { HSET = true, ZADD = true, SET = true, HINCRBY = true }
    local TAKES_BACK = { ZREM = true, HDEL = true, DEL = true }
    local number, growing, tried, isInUnit, isTakingBack, isAfterHead = 0, 0, 0, false, false, false
    local plan = { ${"units" in refusal ? refusal.units.map((each) => `'${each}'`).join(", ") : ""} }

    -- Whether a command would make its key larger.
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

    -- Whether a write is a note that no unit rests on: of an ending, of a worker, of a policy.
    local function isNote(name, key, first)
      return string.find(key, ':endings$') or string.find(key, ':workers$') or name == 'HSET' and first == 'policy'
    end

    -- Whether the unit that this write belongs to is refused. The head of the queue ends a unit, but for fields that are
    -- rewritten in place after it. What takes back a unit that was refused belongs to none.
    local function isInRefusedUnit(name, key, first, grows)
      local isHead = name == 'HSET' and first == 'head'
      if isTakingBack or isNote(name, key, first) then return false end
      if name == 'HSET' and not isHead and isAfterHead and not grows then return false end
      if not isInUnit then
        tried, isInUnit = tried + 1, true
        real.call('INCR', '${TRIED}')
        isTakingBack = plan[tried] == 'refuse'
        if isTakingBack then
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
      ${conditionOf(refusal)}
    end

    local function refusalOf(name, key, ...)
      name = string.upper(name)
      -- What takes back reads nothing.
      if not MAY_GROW[name] and not TAKES_BACK[name] then isTakingBack = false end
      if not MAY_GROW[name] or not isRefused(name, key, ...) then return nil end
      real.call('RPUSH', '${REFUSED}', name .. ' ' .. (string.match(key, '}:(.*)$') or key))
      return real.error_reply([[${error}]])
    end

    return setmetatable({
      call = function(...)
        local refused = refusalOf(...)
        if refused then error(refused) end
        if isTakingBack and TAKES_BACK[string.upper((...))] then return 0 end
        return real.call(...)
      end,
      pcall = function(...) return refusalOf(...) or real.pcall(...) end,
    }, { __index = real })
  end)(redis) `;
}

function conditionOf(refusal: Refusal): string {
  if ("only" in refusal) return `return number == ${refusal.only}`;
  if ("from" in refusal) return `return grows and growing >= ${refusal.from}`;
  if ("all" in refusal) return "return true";
  return "return isInRefusedUnit(name, key, (...), grows)";
}
