include "followers"
include "job-writes"
include "place"
include "runs"

-- Removes waiting jobs past their time to live; the follower of one becomes the job of its id. Returns their number, the
-- number of examined entries, and true if the size of payloads limited that number.
local function removeExpired(unit, keys, jobs, offset, limit)
  local ids = redis.call('ZRANGE', keys.expiring, '-inf', digits(unit.now), 'BYSCORE', 'LIMIT', '0', digits(limit))
  local isLimited = limitFreed(unit, jobs, offset, ids, 1)
  local expired = 0
  if #ids > 0 then
    local runs, oneBucket, buckets = readJobs(jobs, offset, ids, 1)
    local states = { ready = redis.call('ZMSCORE', keys.ready, unpack(ids)),
      delayed = redis.call('ZMSCORE', keys.delayed, unpack(ids)) }
    if hasFlag(unit, 'g') then states.blocked = redis.call('ZMSCORE', keys.blocked, unpack(ids)) end
    for i, id in ipairs(ids) do
      local bucket, isWaiting = oneBucket or buckets[i], false
      for _, scores in pairs(states) do isWaiting = isWaiting or scores[i] end
      if isWaiting then
        expired = expired + 1
        addEnding(unit, id, 'E')
      end
      -- A job that was settled after its lease had expired may leave an entry in `expiring`.
      if not isWaiting or not takeOver(unit, keys, bucket, id, runs[i]) then
        leave(unit, 'expiring', id)
        if isWaiting then removeJob(unit, bucket, id, runs[i]) end
        for set, scores in pairs(states) do
          if scores[i] then leave(unit, set, id) end
        end
      end
    end
    if expired > 0 then count(unit, 'expired', expired) end
  end
  return expired, #ids, isLimited
end

-- Takes a job from its holder: it becomes ready at its place, or fails if its attempts are used up. `state` is the next
-- state of the run: L if its lease has expired and the holder may still settle the job, else W. Its small letter is that
-- of the attempt. Returns true if the job has failed; its follower, if it has one, is then the job of its id.
local function reclaimJob(unit, keys, bucket, id, before, state, reason)
  local run, next = parseRun(before), state
  local hasFailed = run and run.attempt - run.released >= tonumber(run.max)
  if run then endAttempt(run, unit.now, string.lower(state), hasFailed and reason or '') end
  if hasFailed then
    count(unit, 'failed', 1)
    if takeOver(unit, keys, bucket, id, before, run) then return true end
    enter(unit, 'failed', digits(unit.now), id)
    next = state == 'L' and 'E' or 'F'
  else
    -- Without a run the place is unknown, and the job precedes all others of the usual priority.
    enterWaiting(unit, 'ready', run and run.place or placeOf(5, 0), id, run and run.expiresAt or '0')
    count(unit, 'reclaimed', 1)
  end
  if run then rewriteField(unit, bucket, RUN_PREFIX .. id, formatRun(run, next), before) end
  leave(unit, 'leased', id)
  return hasFailed
end

-- Ends expired leases. Returns their number, the number of jobs among them that failed, and true if the size of payloads, which
-- followers replace, limited that number.
local function reclaimExpired(unit, keys, jobs, offset, limit)
  local ids = redis.call('ZRANGE', keys.leased, '-inf', digits(unit.now), 'BYSCORE', 'LIMIT', '0', digits(limit))
  local isLimited, failed = hasFlag(unit, 'f') and limitFreed(unit, jobs, offset, ids, 1), 0
  if #ids > 0 then
    local runs, oneBucket, buckets = readJobs(jobs, offset, ids, 1)
    for i = 1, #ids do
      if reclaimJob(unit, keys, oneBucket or buckets[i], ids[i], runs[i], 'L', '"lease expired"') then failed = failed + 1 end
    end
  end
  return #ids, failed, isLimited
end

-- Makes due jobs ready. Returns their number.
local function promoteDue(unit, keys, limit)
  local due =
    redis.call('ZRANGE', keys.delayed, '-inf', lastDueScore(unit.now), 'BYSCORE', 'LIMIT', '0', digits(limit), 'WITHSCORES')
  for i = 1, #due, 2 do
    local place = placeWhenDue(due[i + 1])
    enter(unit, 'ready', place, due[i])
    leave(unit, 'delayed', due[i])
  end
  unit.readied = unit.readied + #due / 2
  return #due / 2
end

-- Returns the time at which something is due next. Notes in the unit whether a slot of a schedule is due
-- (lib/schedules/schedules.lua).
local function nextDue(unit, keys)
  local time = NEVER
  for _, set in ipairs({ 'leased', 'delayed', 'expiring', hasFlag(unit, 'c') and 'slots' or nil }) do
    local score = redis.call('ZRANGE', keys[set], '0', '0', 'WITHSCORES')[2]
    if score and set == 'delayed' then score = timeOfDue(score) end
    if set == 'slots' then unit.isSlotDue = score and score - unit.now <= 0 end
    if score and score - time < 0 then time = score end
  end
  return digits(time)
end
