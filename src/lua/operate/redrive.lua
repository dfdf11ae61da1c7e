-- redrive: makes failed jobs ready again, with all their attempts: those in `ids`, or the first `limit`.
-- Returns ok, then their number, and the number of the other failed jobs.
-- Cost: 9 commands a batch, 2 for each hash that it touches.
-- Budget: 10500 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, failed = KEYS.failed, expiring = KEYS.expiring,
  events = KEYS.events }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local jobs, offset = group(KEYS.jobs, 16)
local limit, requestedIds = tonumber(ARGV.limit), rest(ARGV.ids)

include "redrive-jobs"

local unit = newUnit(keys.meta)
local earlyReply = openRequest(unit, request)
if earlyReply then return earlyReply end
unit.frees = true
local ids, seen = {}, {}
if #requestedIds == 0 then
  if limit > 0 then ids = redis.call('ZRANGE', keys.failed, '0', digits(limit - 1)) end
else
  for i, score in ipairs(redis.call('ZMSCORE', keys.failed, unpack(requestedIds))) do
    if score and not seen[requestedIds[i]] then
      ids[#ids + 1] = requestedIds[i]
      seen[requestedIds[i]] = true
    end
  end
end
if #ids > 0 then
  local runs, oneBucket, buckets = readJobs(jobs, offset, ids, 1)
  for i, id in ipairs(ids) do
    local place = string.match(runs[i] or '', '^%a %d+ %d+ %d+ (%d+)')
    redriveJob(unit, oneBucket or buckets[i], id, runs[i], place and priorityOf(place) or 5)
  end
end
return commitRedriven(unit, keys, request, ids)
