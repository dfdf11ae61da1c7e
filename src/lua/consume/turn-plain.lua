-- turnPlain: turn for the usual case: it completes jobs of one hash that are not kept, nothing is due, no events are recorded,
-- and the next jobs have no time to live. The time when something is due comes from the head and may be too early; `more` may
-- stand for a job that this request completes late.
-- Returns as turn; or odd, where nothing has changed and turn is to be sent.
-- Cost: 15 commands for one job, 1 for each result; 1 a job where payloads are large.
-- Hot.
-- Budget: 10100 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, leased = KEYS.leased, expiring = KEYS.expiring,
  endings = KEYS.endings }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local jobs, offset = group(KEYS.jobs, 16)
local lease = { count = ARGV.count, duration = ARGV.duration, worker = ARGV.worker, max = ARGV.max }
local results, firstResult = rest(KEYS.results)
local number = ARGV.bucket
-- References; then, where there are results, each of them and the time for which they are kept.
local items, first = rest(ARGV.items)

include "settle"
include "take"
include "commit"
include "answer"
include "wake"

local unit = newUnit(keys.meta)
local answer = openRequest(unit, request)
if answer then return answer end
if unit.now - unit.due >= 0 or hasFlag(unit, 'p') or hasFlag(unit, 'e') then return 'odd' end
-- Large records are not read just to find a time to live.
if hasFlag(unit, 'l') and redis.call('EXISTS', keys.expiring) == 1 then return 'odd' end
unit.frees = true
local letters, wanted = '-', tonumber(lease.count)
if items[first] then
  local bucket, size = jobs[offset + tonumber(number, 16) + 1], #items - first + 1
  if results[firstResult] then
    size = size - (#results - firstResult + 2)
    keepResults(unit, results, firstResult, items, first + size)
  end
  if size > 1 then letters = completeAll(unit, bucket, items, first, size)
  else letters = completeOne(unit, bucket, items[first]) end
end
if not letters then return 'odd' end
local reply, records, given
local isDrained = false
if wanted > 0 then
  local heads, fence, endsAt, more, isOdd
  heads, records, given, fence, endsAt, more, isOdd = take(unit, keys, jobs, offset, lease, wanted)
  if isOdd then return 'odd' end
  if given > 0 then
    reply = leasedText(unit, letters, heads, given, fence, endsAt, more)
    isDrained = not more
  else
    -- A client that finds nothing is to be noted as a listener.
    if not hasFlag(unit, 'h') then return 'odd' end
    reply = settledText(unit, letters, unit.due, false)
  end
else
  reply = settledText(unit, letters, '-', false)
end
if unit.finished or wanted > 0 then
  local refused = commit(unit, keys, request, reply)
  if refused then return 'odd' end
end
if unit.finished then writeEndings(unit, keys) end
-- The queue is empty: other clients that were woken for the same jobs need not ask.
if isDrained and hasFlag(unit, 'h') then wake(unit, true) end
return withRecords(unit, reply, records, given)
