include "jobs"
include "lists"
include "unit"

-- Removes a job, and its run where it has one.
local function dropJob(unit, hash, id, run)
  if not unit.drops then unit.drops = {} end
  local list = listOf(unit.drops, hash)
  list[#list + 1] = id
  if run then
    list[#list + 1] = RUN .. id
    unit.runsLess = (unit.runsLess or 0) + 1
  end
end

-- Notes how a job ended that is gone.
local function noteEnd(unit, id, letter)
  unit.endings = with(unit.endings, id .. '\t' .. letter)
end

-- Writes a field of a job.
local function writeField(unit, hash, field, value)
  if not unit.writes then unit.writes = {} end
  addPair(listOf(unit.writes, hash), field, value)
end

-- Writes a field of a job that is there already. One that grows no longer is written late (lib/commit.lua).
local function rewriteField(unit, hash, field, value, before)
  remember(unit, hash, field, before)
  if #value > #before then
    if not unit.writes then unit.writes = {} end
    addPair(listOf(unit.writes, hash), field, value)
  else
    if not unit.rewrites then unit.rewrites = {} end
    addPair(listOf(unit.rewrites, hash), field, value)
  end
end

-- The most bytes of payloads that are removed at once, since it takes time to free them.
local MOST_FREED = 64000000

-- Cuts a list of jobs to those that may be removed at once, at least so many. Returns whether it was longer.
local function cutToFreed(unit, jobs, offset, ids, least)
  local bytes, size = 0, #ids
  if hasFlag(unit, 'l') then
    for i = 1, size do
      local number = hashNumber(ids[i])
      bytes = bytes + redis.call('HSTRLEN', jobs[offset + number], ids[i])
      if bytes > MOST_FREED and i > least then
        for n = size, i, -1 do ids[n] = nil end
        break
      end
    end
  end
  return #ids < size
end
