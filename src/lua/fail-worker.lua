-- failWorker: takes from a worker each job that it holds; a slice of the leased jobs. Each goes to its place in line, or has
-- failed when its attempts are used up; the worker may settle it no more. The last slice forgets the worker.
-- Returns ok, then how many, and the offset to go on from, or -.
-- Cost: 8 commands a slice, 2 for each hash that it touches.
-- Budget: 7900 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, leased = KEYS.leased, failed = KEYS.failed,
  expiring = KEYS.expiring, workers = KEYS.workers }
local jobs, offset = group(KEYS.jobs, 16)
local times, worker, from, limit = ARGV.times, ARGV.worker, tonumber(ARGV.from), tonumber(ARGV.limit)

include "heal"
include "commit"
include "wake"

local unit = newUnit(keys.meta)
local status = openUnit(unit, times)
if status then return status end
unit.frees = true
local ids, taken, refused = redis.call('ZRANGE', keys.leased, digits(from), digits(from + limit - 1)), 0, nil
if #ids > 0 then
  local runs, only, hashes = readJobs(jobs, offset, ids, 1)
  for i, id in ipairs(ids) do
    if string.match(runs[i] or '', '^L[^\n]*\n([^\n]*)') == worker then
      bringBack(unit, keys, only or hashes[i], id, runs[i], 'W', '"its worker failed"')
      taken = taken + 1
    end
  end
end
local heard = unit.readied > 0 and isHeard(unit)
if taken > 0 then refused = commit(unit, keys) end
if refused then return refused end
if heard then wake(unit) end
local isLast = #ids < limit
if isLast then redis.call('ZREM', keys.workers, worker) end
return 'ok\n' .. taken .. '\n' .. (isLast and '-' or digits(from + limit - taken))
