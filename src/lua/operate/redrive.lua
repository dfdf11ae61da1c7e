-- redrive: makes failed jobs ready again, with all their attempts: those in `ids`, or the first `limit`.
-- Returns ok, then their number, and the number of the other failed jobs.
-- `entries` is empty, or has the text of the failed entry for each id (lib/state/entry.lua); a job that has another one
-- stays.
-- Cost: 9 commands a batch, 2 for each hash that it touches; with `entries` one more, and one for each hash.
-- Budget: 23900 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, delayed = KEYS.delayed, blocked = KEYS.blocked,
  failed = KEYS.failed, groups = KEYS.groups, holders = KEYS.holders, lines = KEYS.lines, overrides = KEYS.overrides,
  expiring = KEYS.expiring, events = KEYS.events }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local jobs, offset = group(KEYS.jobs, 16)
local limit, entries, requestedIds = tonumber(ARGV.limit), ARGV.entries, rest(ARGV.ids)

include "entry"
include "redrive-jobs"

local unit = newUnit(keys.meta)
local earlyReply = openRequest(unit, request)
if earlyReply then return earlyReply end
unit.frees = true
local ids, seen = {}, {}
if #requestedIds == 0 then
  if limit > 0 then ids = redis.call('ZRANGE', keys.failed, '0', digits(limit - 1)) end
else
  local unchanged
  if entries ~= '' then
    local runs = readJobs(jobs, offset, requestedIds, 1)
    unchanged = findUnchanged(keys, jobs, offset, requestedIds, runs, entries)
  end
  for i, score in ipairs(redis.call('ZMSCORE', keys.failed, unpack(requestedIds))) do
    local id = requestedIds[i]
    if score and not seen[id] and (not unchanged or unchanged[id]) then
      ids[#ids + 1] = id
      seen[id] = true
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
return commitRedriven(unit, keys, jobs, offset, request, ids)
