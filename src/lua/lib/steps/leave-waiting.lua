include "unit"

-- Removes a job whose lease has expired from `blocked` or `delayed`, where its group has put it since. With the letter r it
-- stays there: it waits already. An entry that is only rewritten stays too, and its score is saved. Returns true if the job
-- stays where it is.
local function leaveWaiting(unit, keys, id, run, letter)
  local blocked, delayed = redis.call('ZSCORE', keys.blocked, id), redis.call('ZSCORE', keys.delayed, id)
  if not blocked and not delayed then return false end
  if letter == 'r' then return true end
  if blocked then leave(unit, 'blocked', id)
  elseif letter == 'd' then saveOld(unit, keys.delayed, id, delayed)
  else leave(unit, 'delayed', id) end
  if letter == 'd' then saveOld(unit, keys.expiring, id, run.expiresAt) else leave(unit, 'expiring', id) end
  return false
end
