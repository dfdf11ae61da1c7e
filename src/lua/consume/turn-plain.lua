-- turnPlain: turn for the usual case: it completes jobs of one hash that are not kept, nothing is due, no events are
-- recorded, no job has had a follower, and the next jobs have no time to live. The time at which something is due comes from
-- the head and may be too early. `more` may be true because of a job that this request completes after its lease has expired.
-- Returns the reply of turn; or not_plain if nothing has changed and turn is to be sent.
-- Cost: 15 commands for one job, 1 for each result; 1 a job if payloads are large.
-- Hot.
-- Budget: 12600 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, leased = KEYS.leased, expiring = KEYS.expiring,
  endings = KEYS.endings }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local jobs, offset = group(KEYS.jobs, 16)
local lease = { count = ARGV.count, duration = ARGV.duration, worker = ARGV.worker, max = ARGV.max }
local results, firstResult = rest(KEYS.results)
local number = ARGV.bucket
-- References; then, if there are results, each result and the time for which they are kept.
local items, first = rest(ARGV.items)

include "complete"
include "lease-ready"
include "latency"
include "commit"
include "turn-reply"
include "wake"

local unit = newUnit(keys.meta)
local earlyReply = openRequest(unit, request)
if earlyReply then return earlyReply end
if hasFlag(unit, 'g') then return 'grouped' end
if unit.now - unit.due >= 0 or unit.flags ~= '' and string.find(unit.flags, '[pef]') then return 'not_plain' end
-- Large records are not read just to find a time to live.
if hasFlag(unit, 'l') and redis.call('EXISTS', keys.expiring) == 1 then return 'not_plain' end
unit.frees = true
local letters, maxCount = '-', tonumber(lease.count)
if items[first] then
  local bucket, size = jobs[offset + tonumber(number, 16) + 1], #items - first + 1
  if results[firstResult] then
    size = size - (#results - firstResult + 2)
    addResults(unit, results, firstResult, items, first + size)
  end
  if size > 1 then letters = completeAll(unit, bucket, items, first, size)
  else letters = completeOne(unit, bucket, items[first]) end
end
if not letters then return 'not_plain' end
local reply, records, taken
local isDrained = false
if maxCount > 0 then
  local heads, fence, endsAt, more, isNotPlain
  heads, records, taken, fence, endsAt, more, isNotPlain = leaseReady(unit, keys, jobs, offset, lease, maxCount)
  if isNotPlain then return 'not_plain' end
  if taken > 0 then
    reply = formatLeased(unit, letters, heads, taken, fence, endsAt, more)
    isDrained = not more
  else
    -- A client that finds nothing is to be noted as a listener.
    if not hasFlag(unit, 'h') then return 'not_plain' end
    reply = formatSettled(unit, letters, unit.due, false)
  end
else
  reply = formatSettled(unit, letters, '-', false)
end
if unit.finished or maxCount > 0 then
  foldLatencies(unit)
  local refused = commit(unit, keys, request, reply)
  if refused then return 'not_plain' end
end
if unit.finished then writeEndings(unit, keys) end
-- The queue is empty: other clients that were woken for the same jobs need not lease.
if isDrained and hasFlag(unit, 'h') then wake(unit, true) end
return withRecords(unit, reply, records, taken)
