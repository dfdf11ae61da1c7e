include "jobs"
include "lists"
include "unit"

-- Lets the unit remove a field of a hash.
local function dropField(unit, key, field)
  if not unit.drops then unit.drops = {} end
  local list = listFor(unit.drops, key)
  list[#list + 1] = field
end

-- Lets the unit remove a field of a job that is not its record.
local function dropFurtherField(unit, bucket, field)
  dropField(unit, bucket, field)
  unit.runsLess = (unit.runsLess or 0) + 1
end

-- Removes the record and the run of a job.
local function removeJob(unit, bucket, id, run)
  dropField(unit, bucket, id)
  if run then dropFurtherField(unit, bucket, RUN_PREFIX .. id) end
end

-- Adds the ending of a job that is removed.
local function addEnding(unit, id, letter)
  unit.endings = appendPair(unit.endings, id, letter)
end

-- Writes a new field of a job.
local function writeField(unit, bucket, field, value)
  if not unit.writes then unit.writes = {} end
  pushPair(listFor(unit.writes, bucket), field, value)
end

-- Replaces a field of a job. A value that is not longer than the old one is written after all others
-- (lib/kernel/commit.lua).
local function rewriteField(unit, bucket, field, value, before)
  saveOld(unit, bucket, field, before)
  if #value > #before then
    writeField(unit, bucket, field, value)
  else
    if not unit.rewrites then unit.rewrites = {} end
    pushPair(listFor(unit.rewrites, bucket), field, value)
  end
end

-- Writes a field of a hash, replaces it, or removes it if `value` is nil.
local function putField(unit, key, field, value, before)
  if value and not before then writeField(unit, key, field, value)
  elseif value and value ~= before then rewriteField(unit, key, field, value, before)
  elseif before and not value then dropField(unit, key, field) end
end

-- The maximum number of payload bytes that one script removes, since Redis needs time to free them.
local MAX_FREED_BYTES = 64000000

-- Shortens a list of jobs to those that one script may remove, but not below `minCount`. Returns true if it was longer.
local function limitFreed(unit, jobs, offset, ids, minCount)
  local bytes, size = 0, #ids
  if hasFlag(unit, 'l') then
    for i = 1, size do
      local number = bucketOf(ids[i])
      local bucket = jobs[offset + number]
      bytes = bytes + redis.call('HSTRLEN', bucket, ids[i])
      if hasFlag(unit, 'f') then bytes = bytes + redis.call('HSTRLEN', bucket, FOLLOWER_PREFIX .. ids[i]) end
      if bytes > MAX_FREED_BYTES and i > minCount then
        for n = size, i, -1 do ids[n] = nil end
        break
      end
    end
  end
  return #ids < size
end
