include "place"
include "unit"

-- Puts a job into `ready` or `delayed`, and into `expiring` unless the end of its time to live is 0.
local function enterWaiting(unit, set, score, id, expiresAt)
  enter(unit, set, score, id)
  if set == 'ready' then
    unit.readied = unit.readied + 1
  else
    unit.sooner = true
    lowerDue(unit, timeOfDue(score))
  end
  if expiresAt ~= '0' then
    enter(unit, 'expiring', expiresAt, id)
    lowerDue(unit, tonumber(expiresAt))
  end
end

-- Makes a job leave the sets that it is in, except the state `next`, and `expiring` if it stays mortal: it enters these again,
-- and its scores there are saved. In a queue with groups it leaves `next` too: lib/groups/arrange-groups.lua lets it stay.
local function leaveStates(unit, keys, id, next, staysMortal)
  local isGrouped = hasFlag(unit, 'g')
  for _, set in ipairs({ 'expiring', 'ready', 'delayed', 'blocked', 'leased', 'failed' }) do
    local score = (set ~= 'blocked' or isGrouped) and redis.call('ZSCORE', keys[set], id)
    if set == 'expiring' and staysMortal or set == next and not isGrouped then saveOld(unit, keys[set], id, score)
    elseif score then leave(unit, set, id) end
  end
end
