-- redriveChanged: makes failed jobs ready again with other records, each only if it is still the job that the client has read.
-- `items` are three for each job: its id, the state and the fence of its run as they were read, and its new record. A failed job
-- that was redriven, or enqueued again under its id, and has failed since has another fence; one whose late holder has settled it
-- has another state.
-- Returns ok, then the number of the jobs that are ready again, and the number of the other failed jobs.
-- Cost: 9 commands a batch, 2 for each hash that it touches.
-- Budget: 23200 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, delayed = KEYS.delayed, blocked = KEYS.blocked,
  failed = KEYS.failed, groups = KEYS.groups, holders = KEYS.holders, lines = KEYS.lines, overrides = KEYS.overrides,
  expiring = KEYS.expiring, events = KEYS.events }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local jobs, offset = group(KEYS.jobs, 16)
local items = rest(ARGV.items)

include "add-jobs"
include "redrive-jobs"

-- The length of the state and the fence, with which a run begins.
local STATE_AND_FENCE = 17

local unit = newUnit(keys.meta)
local earlyReply = openRequest(unit, request)
if earlyReply then return earlyReply end
-- Without `frees`: a record may be larger than before, which a full memory refuses.
local named, ids, seen = {}, {}, {}
for i = 1, #items, 3 do named[#named + 1] = items[i] end
local scores = redis.call('ZMSCORE', keys.failed, unpack(named))
local found, oneBucket, buckets = readJobs(jobs, offset, named, 2)
for i, id in ipairs(named) do
  local record, run, bucket = found[i * 2 - 1], found[i * 2], oneBucket or buckets[i]
  local isSame, changed = string.sub(run or '', 1, STATE_AND_FENCE) == items[i * 3 - 1], items[i * 3]
  if scores[i] and record and isSame and not seen[id] then
    seen[id] = true
    ids[#ids + 1] = id
    rewriteField(unit, bucket, id, changed, record)
    flagLarge(unit, changed)
    redriveJob(unit, bucket, id, run, priorityOf(string.sub(changed, 1, 16)))
  end
end
return commitRedriven(unit, keys, jobs, offset, request, ids)
