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

-- Makes a job leave the sets that it is in, except the state `next`, and `expiring` if it stays mortal: it enters these again, and its
-- scores there are saved. Returns the time at which it had failed, if it had.
local function leaveStates(unit, keys, id, next, staysMortal)
  local score
  for _, set in ipairs({ 'expiring', 'ready', 'delayed', 'leased', 'failed' }) do
    score = redis.call('ZSCORE', keys[set], id)
    if set == next or staysMortal and set == 'expiring' then saveOld(unit, keys[set], id, score)
    elseif score then leave(unit, set, id) end
  end
  return score
end
