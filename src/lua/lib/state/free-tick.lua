include "place"
include "unit"

-- The number of full milliseconds to pass over in search of a free tick.
local MAX_FULL_MILLISECONDS = 1000

-- Returns a free tick of a millisecond, after those that are taken, so that jobs due in the same millisecond keep their
-- order. Where it is full, the tick belongs to a later millisecond. The unit keeps the last tick issued for each millisecond,
-- by its first tick, since none of them is written yet.
local function freeTickAt(unit, delayed, time)
  if not unit.ticks then unit.ticks = {} end
  local passed, first, tick = {}, (time - EPOCH) * 1000, nil
  for i = 1, MAX_FULL_MILLISECONDS do
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
