include "complete"
include "free-tick"
include "endings"
include "followers"
include "job-writes"
include "latency"
include "runs"

-- Returns the reason why a reference no longer holds its job, and the endings. A: it was leased again. W, F and C: the
-- state of its run. L: its lease has expired and cannot be extended (lib/steps/extend-lease.lua). Without a run: its ending, or
-- U if that is not known. `endings` are the endings of all ids, nil until one is needed.
local function staleReason(run, reference, endings, keys, ids, i)
  if not run then
    endings = endings or lastEndings(keys, ids)
    return string.sub(endings[i] or 'U', 1, 1), endings
  end
  local state, fence = string.match(run, '^(%a) (%d+)')
  if state == 'E' then state = 'F'
  elseif (state == 'L' or state == 'W') and fence ~= string.sub(reference, 3, PROOF_LENGTH - 1) then state = 'A' end
  return state or 'U', endings
end

-- Every tenth release of a job that had begun counts as an attempt.
local RELEASES_PER_ATTEMPT = 10
-- The number of retries of a job that use up no attempt. Any further one uses up an attempt.
local MAX_POSTPONED = 1000

-- Sets `run.isUnused` if the attempt is not used up, and counts such attempts in the run.
local function countRelease(run, action)
  run.isUnused = action == 'g'
  local postponed, unfinished = tonumber(run.postponed) or 0, tonumber(run.unfinished) or 0
  if action == 'p' then
    postponed = postponed + 1
    run.isUnused = postponed <= MAX_POSTPONED
  elseif action == 'b' then
    unfinished = unfinished + 1
    run.isUnused = unfinished % RELEASES_PER_ATTEMPT ~= 0
  end
  if postponed + unfinished > 0 then run.postponed, run.unfinished = digits(postponed), digits(unfinished) end
  if run.isUnused then run.released = digits(run.released + 1) end
end

-- Determines the outcome of an action on a job, whose letters `settleItems` lists, and counts a release in the run.
-- Returns the letter of the reply, the next state of the run, the total that counts the outcome, and the tick from
-- which a retried job is ready.
local function chooseOutcome(unit, keys, action, run, delay)
  if action == 'c' or action == 'k' then return 'c', 'C', 'completed' end
  countRelease(run, action)
  if run.isUnused and action ~= 'p' then return 'r', 'W', 'released' end
  if action == 'f' or not run.isUnused and run.attempt - run.released >= tonumber(run.max) then
    return 'f', 'F', 'failed'
  end
  unit.tick = unit.tick + 1
  if action == 'b' or delay == '0' then return 'r', 'W', 'retried', unit.tick end
  return 'd', 'W', 'retried', freeTickAt(unit, keys.delayed, unit.now + delay)
end

-- Removes a job from `ready` or `failed`, to which its expired lease has moved it; it was not leased since. An entry
-- that is only rewritten stays, and its score is saved. Returns the time at which the job had failed, if it had.
local function leaveExpired(unit, keys, id, run, letter)
  local place, failedAt = redis.call('ZSCORE', keys.ready, id), redis.call('ZSCORE', keys.failed, id)
  if letter == 'r' then saveOld(unit, keys.ready, id, place) elseif place then leave(unit, 'ready', id) end
  if letter == 'f' then saveOld(unit, keys.failed, id, failedAt)
  elseif failedAt then leave(unit, 'failed', id) end
  if place and run.expiresAt ~= '0' then
    if letter == 'r' or letter == 'd' then saveOld(unit, keys.expiring, id, run.expiresAt)
    else leave(unit, 'expiring', id) end
  end
  return failedAt
end

-- Puts a settled job into its next state. Returns true if it has ended and is kept.
local function enterNext(unit, id, run, letter, action, tick)
  if letter == 'r' then
    enterWaiting(unit, 'ready', run.place, id, run.expiresAt)
  elseif letter == 'd' then
    enterWaiting(unit, 'delayed', dueScore(tick, priorityOf(run.place)), id, run.expiresAt)
  elseif letter == 'f' then
    enter(unit, 'failed', digits(unit.now), id)
  elseif action == 'k' then
    enter(unit, 'done', digits(unit.now), id)
  end
  return letter == 'f' or action == 'k'
end

-- Settles jobs. An item has four fields: action, reference, detail and error. Action: c complete, k complete and keep
-- the job, r retry, p retry without using up the attempt, f fail, g release, b release a job that had begun. Detail:
-- the result for c and k, the delay in ms for r and p. The error is kept if the attempt is used up. Returns a letter an
-- item: c, f, r, d if the job is now done, failed, ready or delayed, M if it is left to another request because of its
-- size, else the reason why nothing changed. Then the number of jobs that have ended and are kept; true if one of them
-- had failed before, which trimming must not remove in the same unit; and true if an item is left. `groups` has the
-- functions for a queue with groups.
local function settleItems(unit, keys, jobs, offset, items, first, results, firstResult, groups)
  local ids, letters, settled, kept, hadFailed, endings = {}, {}, {}, 0, false, nil
  local isLarge, size, isLimited, hasMoved = hasFlag(unit, 'l'), 0, false, false
  for at = first, #items, 4 do ids[#ids + 1] = string.sub(items[at + 1], PROOF_LENGTH + 1) end
  local runs, oneBucket, buckets = readJobs(jobs, offset, ids, 1)
  local held = redis.call('ZMSCORE', keys.leased, unpack(ids))
  for i = 1, #ids do
    local id, before, bucket, at = ids[i], runs[i], oneBucket or buckets[i], first + i * 4 - 4
    local action, reference, detail, message = unpack(items, at, at + 3)
    local hasFence = before and string.sub(before, 2, PROOF_LENGTH) == string.sub(reference, 2, PROOF_LENGTH)
    -- An earlier item may have settled the job.
    local letter, total, run = settled[id], 'stale'
    if letter == 'W' and not hasFence then letter = 'A' end
    if not letter and (not hasFence or not string.find(before, '^[LE]')) then
      letter, endings = staleReason(before, reference, endings, keys, ids, i)
    end
    if not letter and isLarge then
      size = size + redis.call('HSTRLEN', bucket, id)
      if hasFlag(unit, 'f') then size = size + redis.call('HSTRLEN', bucket, FOLLOWER_PREFIX .. id) end
      isLimited = isLimited or hasMoved and size > MAX_SETTLED_BYTES
    end
    if isLimited then letter, total = 'M', nil end
    if not letter then
      -- A job is completed even if its run is damaged.
      run = action == 'c' and { expiresAt = '-' } or parseRun(before)
      letter = not run and 'U'
    end
    if not letter then
      local state, tick
      letter, state, total, tick = chooseOutcome(unit, keys, action, run, detail)
      settled[id], hasMoved = state, true
      if letter ~= 'r' or not run.isUnused or action == 'p' then
        measure(unit, RUN_TIMES, unit.now - EPOCH - string.sub(reference, 3, PROOF_LENGTH - 4), 1)
      end
      if tick then run.place = placeOf(priorityOf(run.place), tick) end
      if letter ~= 'c' then endAttempt(run, unit.now, letter == 'f' and letter or action, run.isUnused and '' or message) end
      local isReplaced = (letter == 'c' or letter == 'f') and takeOver(unit, keys, bucket, id, before, letter == 'f' and run)
      -- The result of a job whose follower takes over is not kept: it would pass for the result of the follower.
      if letter == 'c' and detail ~= '' and not isReplaced then
        unit.results = appendPair(unit.results, results[firstResult], 'C ' .. digits(unit.now) .. ' ' .. detail)
      end
      if letter == 'c' and (isReplaced or action == 'c') then addEnding(unit, id, 'C') end
      if not isReplaced then
        if held[i] then
          leave(unit, 'leased', id)
        elseif leaveExpired(unit, keys, id, run, letter) then
          hadFailed = true
          -- It was counted when its lease expired.
          if letter == 'f' then total = nil end
        end
        local stays = groups and not held[i] and groups.leaveWaiting(unit, keys, id, run, letter)
        if not stays and enterNext(unit, id, run, letter, action, tick) then kept = kept + 1 end
        if action == 'c' then removeJob(unit, bucket, id, before)
        else rewriteField(unit, bucket, RUN_PREFIX .. id, formatRun(run, state), before) end
      end
    end
    if detail ~= '' and (action == 'c' or action == 'k') then firstResult = firstResult + 1 end
    if total == 'completed' then unit.completed = digits(unit.completed + 1)
    elseif total then count(unit, total, 1) end
    letters[i] = letter
  end
  return table.concat(letters), kept, hadFailed, isLimited
end
