-- turnPlain: as turn, where jobs of one hash are completed and nothing is kept of them, nothing is due, no payloads are
-- large, and the next jobs have no time to live. It says when something is due by the head, which may be too early; and
-- that there is more also where that is only a job that it completes late.
-- Returns as turn; or odd, where nothing has changed, and turn is to be asked.
-- Cost: 15 commands for one job.
-- Hot.
-- Budget: 8600 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, leased = KEYS.leased, expiring = KEYS.expiring,
  endings = KEYS.endings, endedBefore = KEYS.endedBefore }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local jobs, offset = group(KEYS.jobs, 16)
local lease = { count = ARGV.count, duration = ARGV.duration, worker = ARGV.worker, max = ARGV.max }
local number = ARGV.hash
local items, first = rest(ARGV.items)

include "settle"
include "take"
include "commit"
include "answer"
include "wake"

local unit = newUnit(keys.meta)
local answer = openRequest(unit, request)
if answer then return answer end
if unit.now - unit.due >= 0 or unit.flags ~= '' and unit.flags ~= 'h' then return 'odd' end
unit.frees = true
local letters, wanted = '-', tonumber(lease.count)
if items[first] then
  local hash = jobs[offset + tonumber(number, 16) + 1]
  if items[first + 1] then letters = completeAll(unit, hash, items, first)
  else letters = completeOne(unit, hash, items[first]) end
end
if not letters then return 'odd' end
local reply, records, given
local isDrained = false
if wanted > 0 then
  local heads, fence, till, more, isOdd
  heads, records, given, fence, till, more, isOdd = take(unit, keys, jobs, offset, lease, wanted)
  if isOdd then return 'odd' end
  if given > 0 then
    reply = leasedText(unit, letters, heads, given, fence, till, more)
    isDrained = not more
  else
    -- Who finds nothing is to be noted as listening.
    if unit.flags == '' then return 'odd' end
    reply = settledText(unit, letters, unit.due, false)
  end
else
  reply = settledText(unit, letters, '-', false)
end
if unit.finished or records then
  local refused = commit(unit, keys, request, reply)
  if refused then return 'odd' end
end
if unit.finished then noteEndings(unit, keys) end
-- Of those who heard of the same job, the others need not ask.
if isDrained and unit.flags == 'h' then wake(unit) end
return withRecords(reply, records, given)
