-- purge: removes jobs of one state that nobody holds, the first `limit` of them.
-- Returns ok, then how many, and 1 if more are left.
-- Cost: 7 commands a slice, 2 for each hash that it touches.
-- Budget: 6700 bytes.
local keys = { meta = KEYS.meta, state = KEYS.state, expiring = KEYS.expiring, endings = KEYS.endings,
  endedBefore = KEYS.endedBefore }
local jobs, offset = group(KEYS.jobs, 16)
local times, limit, total, letter = ARGV.times, tonumber(ARGV.limit), ARGV.total, ARGV.letter

include "gone"
include "endings"
include "commit"

local unit = newUnit(keys.meta)
local status = openUnit(unit, times)
if status then return status end
unit.frees = true
local ids = redis.call('ZRANGE', keys.state, '0', digits(limit - 1))
if #ids > 0 then
  cutToFreed(unit, jobs, offset, ids, 1)
  local runs, only, hashes = readJobs(jobs, offset, ids, 1)
  for i, id in ipairs(ids) do
    dropJob(unit, only or hashes[i], id, runs[i])
    noteEnd(unit, id, letter)
  end
  unit.from.state, unit.from.expiring = ids, ids
  -- Done jobs were counted when they were completed.
  if total ~= '' then count(unit, total, #ids) end
  local refused = commit(unit, keys)
  if refused then return refused end
  noteEndings(unit, keys)
end
return 'ok\n' .. #ids .. ' ' .. (#ids > 0 and redis.call('EXISTS', keys.state) or 0)
