include "jobs"
include "lists"
include "place"
include "unit"

-- Which state a run speaks of, in the order in which a job is kept in one of several states.
local WANTED = { L = { 'leased', 'ready', 'failed' }, E = { 'failed', 'leased' }, W = { 'ready', 'delayed' }, F = { 'failed' }, C = { 'done' } }
local ANY = { 'leased', 'ready', 'delayed', 'failed', 'done' }

-- Whether each id has a record, and the runs. Where payloads may be large, each record is asked for its size; else they are
-- read, since that asks for many at once.
local function lookUp(unit, jobs, offset, ids)
  local exists, runs = {}, {}
  if hasFlag(unit, 'l') then
    local found, only, hashes = readJobs(jobs, offset, ids, 1)
    for i, id in ipairs(ids) do exists[i], runs[i] = redis.call('HSTRLEN', only or hashes[i], id) > 0, found[i] end
  else
    local found = readJobs(jobs, offset, ids, 2)
    for i = 1, #ids do exists[i], runs[i] = found[i * 2 - 1] and true, found[i * 2] end
  end
  return exists, runs
end

-- The hash of one job.
local function hashOf(jobs, offset, id)
  local number = hashNumber(id)
  return jobs[offset + number]
end

-- The place of a job that has lost it: as its run or its record says, unless that is large; else before the others.
local function placeFound(hash, id, run)
  local place = string.match(run or '', '^%a %d+ %d+ %d+ (%d+) %d')
  if not place and redis.call('HSTRLEN', hash, id) < 100000 then
    place = string.match(redis.call('HGET', hash, id) or '', '^%d+')
  end
  return place and #place == 16 and place or placeOf(5, 0)
end

-- Puts a job into a state it was found in none of, though memory is full (lib/commit.lua). Returns whether that could be
-- written.
local function putInto(keys, set, id, score)
  redis.call('HDEL', keys.meta, '')
  return type(redis.pcall('ZADD', keys[set], score, id)) == 'number'
end
