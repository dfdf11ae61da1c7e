include "place"
include "unit"

-- How many full milliseconds are passed over for a free tick.
local MOST_FULL = 1000

-- A free tick of a millisecond, after those that are taken: jobs that are due in the same one keep their order. Where it
-- is full, the tick is of one of the next. The unit remembers what it has given, since that is not written yet: of each
-- millisecond, by its first tick, the last tick that was given for it.
local function tickAt(unit, delayed, time)
  if not unit.ticks then unit.ticks = {} end
  local passed, first, tick = {}, (time - EPOCH) * 1000, nil
  for i = 1, MOST_FULL do
    passed[i] = first
    local taken = unit.ticks[first]
    if not taken then
      local from, to = digits(first * 10), digits(first * 10 + 9999)
      local score = redis.call('ZRANGE', delayed, to, from, 'BYSCORE', 'REV', 'LIMIT', '0', '1', 'WITHSCORES')[2]
      taken = score and (score - score % 10) / 10 or first - 1
    end
    if taken < first + 999 then
      tick = taken + 1
      break
    end
    first = math.max(first + 1000, taken - taken % 1000)
  end
  tick = tick or first
  for _, each in ipairs(passed) do unit.ticks[each] = tick end
  return tick
end

-- The tick at which a job is due after a delay. Where ticks have run ahead of the clock, it is not due later for that.
local function tickAfter(unit, delayed, delay)
  local tick = unit.tick + delay * 1000
  local first = tick - tick % 1000
  if timeOf(unit.tick) > unit.now or unit.ticks and unit.ticks[first] then
    return tickAt(unit, delayed, unit.now + delay)
  end
  if not unit.ticks then unit.ticks = {} end
  unit.ticks[first] = tick
  return tick
end
