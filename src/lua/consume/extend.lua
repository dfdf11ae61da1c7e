-- extend: moves the ends of leases that still hold their jobs.
-- Returns ok, a letter a job (l where it is held, else as in lib/steps/settle.lua), and the end of the leases.
-- Cost: 7 commands a batch, 1 for each hash that it touches.
-- Budget: 10000 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, leased = KEYS.leased, failed = KEYS.failed,
  expiring = KEYS.expiring, workers = KEYS.workers, endings = KEYS.endings, endedBefore = KEYS.endedBefore,
  events = KEYS.events }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local declared, firstDeclared = rest(KEYS.jobs)
local duration, worker, numbers, references = ARGV.duration, ARGV.worker, ARGV.buckets, rest(ARGV.items)

include "settle"
include "hold"
include "commit"
include "workers"
include "wake"

local unit = newUnit(keys.meta)
local answer = openRequest(unit, request)
if answer then return answer end
unit.frees = true
local endsAt, letters, refused = unit.now + duration, {}, nil
local ids = {}
for i, reference in ipairs(references) do ids[i] = string.sub(reference, HELD + 1) end
local runs, only, buckets = readJobs(declaredBuckets(declared, firstDeclared, numbers), 0, ids, 1)
local ends = redis.call('ZMSCORE', keys.leased, unpack(ids))
local known
for i, id in ipairs(ids) do
  if isHeld(runs[i], references[i]) then
    letters[i] = 'l'
    extendLease(unit, keys, only or buckets[i], id, runs[i], ends[i], endsAt)
  else
    letters[i], known = reasonNotHeld(runs[i], references[i], known, keys, ids, i)
  end
end
local text = table.concat(letters) .. '\n' .. digits(endsAt)
local heard = unit.sooner and hasListeners(unit)
if unit.to.leased or not unit.isNew then refused = commit(unit, keys, request, text) end
if refused then return refused end
if heard then wake(unit) end
if worker ~= '' and not unit.isNew then noteWorker(keys.workers, worker, unit.now) end
return 'ok\n' .. text
