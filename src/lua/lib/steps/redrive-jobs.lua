include "arrange-groups"
include "commit"
include "make-ready"
include "wake"

-- Makes a failed job ready at the end of a priority, with all its attempts.
local function redriveJob(unit, bucket, id, run, priority)
  unit.tick = unit.tick + 1
  local expiresAt = makeReady(unit, bucket, id, run, placeOf(priority, unit.tick), true)
  if expiresAt ~= '0' then
    enter(unit, 'expiring', expiresAt, id)
    lowerDue(unit, tonumber(expiresAt))
  end
end

-- Commits the unit that redrives `ids`, and returns the reply: their number, and the number of the other failed jobs.
local function commitRedriven(unit, keys, jobs, offset, request, ids)
  if #ids > 0 then
    unit.from.failed = ids
    count(unit, 'redriven', #ids)
  end
  local text = #ids .. ' ' .. redis.call('ZCARD', keys.failed) - #ids
  arrangeGroups(unit, keys, jobs, offset)
  local shouldWake, refused = (unit.readied > 0 or unit.sooner) and hasListeners(unit), nil
  if #ids > 0 or not unit.isNew then refused = commit(unit, keys, request, text) end
  if refused then return refused end
  if shouldWake then wake(unit) end
  return 'ok\n' .. text
end
