-- extend: moves the ends of leases, each for the one that still holds its job.
-- Returns ok, a letter a job (lib/settle.lua; l where it is held), and when the leases end.
-- Cost: 7 commands a batch, 1 for each hash that it touches.
-- Budget: 7400 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, leased = KEYS.leased, failed = KEYS.failed,
  expiring = KEYS.expiring, workers = KEYS.workers, endings = KEYS.endings, endedBefore = KEYS.endedBefore }
local declared, firstDeclared = rest(KEYS.jobs)
local times, duration, worker, numbers, references = ARGV.times, ARGV.duration, ARGV.worker, ARGV.hashes, rest(ARGV.items)

include "settle"
include "hold"
include "commit"
include "workers"

local unit = newUnit(keys.meta)
local status = openUnit(unit, times)
if status then return status end
unit.frees = true
local till, letters, refused = unit.now + duration, {}, nil
local ids = {}
for i, reference in ipairs(references) do ids[i] = string.sub(reference, HELD + 1) end
local runs, only, hashes = readJobs(declaredHashes(declared, firstDeclared, numbers), 0, ids, 1)
local ends = redis.call('ZMSCORE', keys.leased, unpack(ids))
for i, id in ipairs(ids) do
  letters[i] = holdOn(unit, keys, only or hashes[i], id, runs[i], references[i], ends[i], till)
end
if unit.to.leased then refused = commit(unit, keys) end
if refused then return refused end
if worker ~= '' and not unit.isNew then noteWorker(keys.workers, worker, unit.now) end
return 'ok\n' .. table.concat(letters) .. '\n' .. digits(till)
