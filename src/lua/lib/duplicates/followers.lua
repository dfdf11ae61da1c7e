include "free-tick"
include "job-writes"
include "parse-follower"
include "runs"
include "waiting"

-- A follower is a job that waits for the end of the one with its id: the newest payload that was enqueued while that job was
-- leased. It is a field of its own: a record, whose place has the tick from which it is due, or 0 for at once, and which
-- always states the time of its enqueue. If it has a group or a cost, \1, the cost, a space, the group and a newline precede
-- the record. A job that is retried or released keeps its follower. When the job ends in any way but a cancel or a purge, the
-- follower becomes the job with that id. A queue that has had a follower has the flag f.

-- Removes the follower of a job, if it has one.
local function removeFollower(unit, bucket, id)
  local field = FOLLOWER_PREFIX .. id
  if hasFlag(unit, 'f') and redis.call('HEXISTS', bucket, field) == 1 then dropFurtherField(unit, bucket, field) end
end

-- Makes the follower of a job that ends the job of its id. Of one that has failed, `run` has the parts of its run, which goes
-- on, so that its attempts stay known. Without them the run ends too, and the follower is another job. `unit.followed` gets
-- its group and its cost. Returns false if there is no follower.
local function takeOver(unit, keys, bucket, id, before, run)
  local follower = hasFlag(unit, 'f') and redis.call('HGET', bucket, FOLLOWER_PREFIX .. id)
  if not follower then return false end
  local text, cost, group = parseFollower(follower)
  local first, expiresAt = string.match(text, '^%d+') or 0, string.match(text, '^[^:]* x(%d+)') or '0'
  local priority, dueAt = priorityOf(first), timeOfTick(first % BAND)
  local set, tick = 'ready', unit.tick + 1
  if dueAt > unit.now then set, tick = 'delayed', freeTickAt(unit, keys.delayed, dueAt) else unit.tick = tick end
  local place, record = placeOf(priority, tick), redis.call('HGET', bucket, id)
  leaveStates(unit, keys, id, set, expiresAt ~= '0')
  enterWaiting(unit, set, set == 'ready' and place or dueScore(tick, priority), id, expiresAt)
  text = place .. string.sub(text, 17)
  if record then rewriteField(unit, bucket, id, text, record) else writeField(unit, bucket, id, text) end
  dropFurtherField(unit, bucket, FOLLOWER_PREFIX .. id)
  if not unit.followed then unit.followed = {} end
  unit.followed[id] = { cost = cost, group = group, bucket = bucket, hasFailed = run and true }
  if run then
    unit.failures = append(unit.failures, id)
    run.attempt, run.released, run.postponed, run.place, run.max, run.expiresAt = '0', '0', '', place, '0', expiresAt
    rewriteField(unit, bucket, RUN_PREFIX .. id, formatRun(run, 'W'), before)
  else
    unit.enqueued = digits(unit.enqueued + 1)
    if before then dropFurtherField(unit, bucket, RUN_PREFIX .. id) end
  end
  return true
end
