include "endings"
include "jobs"
include "latency"

-- The maximum number of payload bytes that one script settles, since Redis needs time to free them.
local MAX_SETTLED_BYTES = 32000000

-- A reference proves that its sender holds a job: "L", the fence and the id, separated by spaces. The run begins with
-- the same 18 characters as long as the lease holds.
local PROOF_LENGTH = 18

-- Completes a job that is not kept. Returns its letter, or nil if the reference does not hold it.
local function completeOne(unit, bucket, reference)
  local id = string.sub(reference, PROOF_LENGTH + 1)
  local field = RUN_PREFIX .. id
  local run = redis.call('HGET', bucket, field)
  if not run or string.sub(run, 1, PROOF_LENGTH) .. id ~= reference then return nil end
  unit.finished = { id }
  unit.completed = digits(unit.completed + 1)
  unit.runsLess = 1
  unit.bucket, unit.records = bucket, { id, field }
  measure(unit, RUN_TIMES, unit.now - EPOCH - string.sub(reference, 3, PROOF_LENGTH - 4), 1)
  return 'c'
end

-- Completes `number` jobs of one hash that are not kept; `items` has their references from `first` on. Returns a letter
-- each, or nil if any of them is not held or if their payloads are too large together.
local function completeAll(unit, bucket, items, first, number)
  local ids, fields = {}, {}
  for i = 1, number do
    local id = string.sub(items[first + i - 1], PROOF_LENGTH + 1)
    ids[i], fields[i] = id, RUN_PREFIX .. id
  end
  local runs = redis.call('HMGET', bucket, unpack(fields))
  for i = 1, number do
    local run = runs[i]
    if not run or string.sub(run, 1, PROOF_LENGTH) .. ids[i] ~= items[first + i - 1] then ids = nil break end
  end
  if not ids then return nil end
  if hasFlag(unit, 'l') then
    local bytes = 0
    for i = 1, number do bytes = bytes + redis.call('HSTRLEN', bucket, ids[i]) end
    if bytes > MAX_SETTLED_BYTES then return nil end
  end
  -- Jobs that were leased in the same millisecond have the same run time.
  local sharedFence, runTime, sharing = nil, 0, 0
  for i = 1, number do
    local fence = string.sub(items[first + i - 1], 3, PROOF_LENGTH - 4)
    if fence ~= sharedFence then
      if sharing > 0 then measure(unit, RUN_TIMES, runTime, sharing) end
      sharedFence, runTime, sharing = fence, unit.now - EPOCH - fence, 0
    end
    sharing = sharing + 1
  end
  measure(unit, RUN_TIMES, runTime, sharing)
  unit.finished = ids
  unit.completed = digits(unit.completed + number)
  unit.runsLess = number
  unit.bucket, unit.records, unit.runFields = bucket, ids, fields
  return string.rep('c', number)
end

-- Adds the results of completed jobs to the unit: `items` has their texts from `from` on, then the time for which to
-- keep them.
local function addResults(unit, results, firstResult, items, from)
  unit.results = {}
  for i = 0, #results - firstResult do
    pushPair(unit.results, results[firstResult + i], 'C ' .. digits(unit.now) .. ' ' .. items[from + i])
  end
  unit.resultTtl = items[#items]
end
