include "jobs"
include "lists"
include "place"
include "unit"

-- The states that fit the letter of a run. A job in several states stays in the first of these.
local STATES_OF_RUN = { L = { 'leased', 'ready', 'blocked', 'failed' }, E = { 'failed', 'leased' },
  W = { 'ready', 'delayed', 'blocked' }, F = { 'failed' }, C = { 'done' } }
local ALL_STATES = { 'leased', 'ready', 'delayed', 'blocked', 'failed', 'done' }

-- Returns for each id whether it has a record, and its run. Of large records only the sizes are read. Small records are
-- read whole, since one command reads many.
local function readPresence(unit, jobs, ids)
  local exists, runs = {}, {}
  if hasFlag(unit, 'l') then
    local found, oneBucket, buckets = readJobs(jobs, 0, ids, 1)
    for i, id in ipairs(ids) do exists[i], runs[i] = redis.call('HSTRLEN', oneBucket or buckets[i], id) > 0, found[i] end
  else
    local found = readJobs(jobs, 0, ids, 2)
    for i in ipairs(ids) do exists[i], runs[i] = found[i * 2 - 1] and true, found[i * 2] end
  end
  return exists, runs
end

-- Recovers a place and the end of a time to live from the run, and from the record unless that is large. The default is
-- the first place of the usual priority, and no end.
local function recoverPlace(bucket, id, run)
  local place, expiresAt = string.match(run or '', '^%a %d+ %d+ %d+ (%d+) %d+ (%d+)')
  if redis.call('HSTRLEN', bucket, id) < 100000 then
    local head = string.match(redis.call('HGET', bucket, id), '^[^:]*')
    place, expiresAt = place or string.match(head, '^%d+'), string.match(head, ' x(%d+)') or expiresAt
  end
  return place and #place == 16 and place or placeOf(5, 0), expiresAt ~= '0' and expiresAt
end

-- Adds a job to a state, even when memory is full (lib/kernel/commit.lua). Returns true if Redis accepted the write.
local function addToState(keys, set, id, score)
  redis.call('HDEL', keys.meta, '')
  return type(redis.pcall('ZADD', keys[set], score, id)) == 'number'
end

-- Sets a flag, which is lost with the head, if the key exists for which it stands.
local function restoreFlag(unit, flag, key)
  if not hasFlag(unit, flag) and redis.call('EXISTS', key) == 1 then unit.flags = unit.flags .. flag end
end

-- Gives jobs that wait for others their flows (lib/flows/flows.lua) if these are lost: they run when their children have ended.
-- Returns their number.
local function restoreFlows(keys, ids, scores)
  local waiting, number = {}, 0
  for i, id in ipairs(ids) do
    if scores[i] - WAITING_SCORE >= 0 then waiting[#waiting + 1] = id end
  end
  if #waiting == 0 then return 0 end
  for i, flow in ipairs(redis.call('HMGET', keys.flows, unpack(waiting))) do
    if not flow then
      redis.call('HDEL', keys.meta, '')
      if redis.pcall('HSET', keys.flows, waiting[i], 'r 0 0 -') == 1 then number = number + 1 end
    end
  end
  return number
end
