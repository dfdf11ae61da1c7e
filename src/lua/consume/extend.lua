-- extend: moves the ends of leases that still hold their jobs.
-- Returns ok, a letter a job (l if it is held, else the reason as in lib/steps/settle.lua), and the end of the leases.
-- Cost: 7 commands a batch, 1 for each hash that it touches.
-- Budget: 10200 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, leased = KEYS.leased, failed = KEYS.failed,
  expiring = KEYS.expiring, workers = KEYS.workers, endings = KEYS.endings, endedBefore = KEYS.endedBefore,
  events = KEYS.events }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local declared, firstDeclared = rest(KEYS.jobs)
local duration, worker, numbers, references = ARGV.duration, ARGV.worker, ARGV.buckets, rest(ARGV.items)

include "settle"
include "extend-lease"
include "commit"
include "heartbeat"
include "wake"

local unit = newUnit(keys.meta)
local earlyReply = openRequest(unit, request)
if earlyReply then return earlyReply end
unit.frees = true
local endsAt, ids, letters, endings, refused = unit.now + duration, {}, {}
for i, reference in ipairs(references) do ids[i] = string.sub(reference, PROOF_LENGTH + 1) end
local runs, oneBucket, buckets = readJobs(declaredBuckets(declared, firstDeclared, numbers), 0, ids, 1)
local ends = redis.call('ZMSCORE', keys.leased, unpack(ids))
for i, id in ipairs(ids) do
  if isHeld(runs[i], references[i]) then
    letters[i] = 'l'
    extendLease(unit, keys, oneBucket or buckets[i], id, runs[i], ends[i], endsAt)
  else
    letters[i], endings = staleReason(runs[i], references[i], endings, keys, ids, i)
  end
end
local text = table.concat(letters) .. '\n' .. digits(endsAt)
local shouldWake = unit.sooner and hasListeners(unit)
if unit.to.leased or not unit.isNew then refused = commit(unit, keys, request, text) end
if refused then return refused end
if shouldWake then wake(unit) end
if not unit.isNew then noteWorker(keys.workers, worker, unit.now) end
return 'ok\n' .. text
