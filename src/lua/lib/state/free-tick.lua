include "place"
include "unit"

-- The number of full milliseconds to skip in the search for a free tick.
local MAX_FULL_MILLISECONDS = 1000

-- Returns the first free tick of a millisecond after the taken ones, so that jobs due in the same millisecond keep
-- their order. If it is full, the tick belongs to a later millisecond. `unit.ticks` maps the first tick of a
-- millisecond to the last one that this unit has issued for it, since the unit is not written yet.
local function freeTickAt(unit, delayed, time)
  if not unit.ticks then unit.ticks = {} end
  local skipped, first, tick = {}, (time - EPOCH) * 1000, nil
  for i = 1, MAX_FULL_MILLISECONDS do
    skipped[i] = first
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
  for _, start in ipairs(skipped) do unit.ticks[start] = tick end
  return tick
end
