-- purge: removes the first `limit` jobs of a state other than leased.
-- Returns ok, then their number, and 1 if more are left; then w if jobs wait for others.
-- Cost: 7 commands a slice, 2 for each hash that it touches.
-- Budget: 23200 bytes.
local keys = { meta = KEYS.meta, state = KEYS.state, ready = KEYS.ready, delayed = KEYS.delayed, blocked = KEYS.blocked,
  groups = KEYS.groups, holders = KEYS.holders, lines = KEYS.lines, overrides = KEYS.overrides,
  expiring = KEYS.expiring, endings = KEYS.endings, endedBefore = KEYS.endedBefore, events = KEYS.events }
local jobs, offset = group(KEYS.jobs, 16)
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local limit, total, letter, set = tonumber(ARGV.limit), ARGV.total, ARGV.letter, ARGV.set

include "arrange-groups"
include "job-writes"
include "endings"
include "followers"
include "commit"
include "wake"

local unit = newUnit(keys.meta)
local earlyReply = openRequest(unit, request)
if earlyReply then return earlyReply end
unit.frees = true
local ids = redis.call('ZRANGE', keys.state, '0', digits(limit - 1))
if #ids > 0 then
  limitFreed(unit, jobs, offset, ids, 1)
  local runs, oneBucket, buckets = readJobs(jobs, offset, ids, 1)
  for i, id in ipairs(ids) do
    removeJob(unit, oneBucket or buckets[i], id, runs[i])
    removeFollower(unit, oneBucket or buckets[i], id)
    addEnding(unit, id, letter)
  end
  -- Two lists: a group may add the next of its jobs to the first one.
  unit.from.state, unit.from.expiring = ids, { unpack(ids) }
  -- Done jobs were counted when they were completed.
  if total ~= '' then count(unit, total, #ids) end
end
local text = #ids .. ' ' .. (redis.call('ZCARD', keys.state) > #ids and 1 or 0)
arrangeGroups(unit, keys, jobs, offset, set)
local shouldWake = (unit.readied > 0 or unit.sooner) and hasListeners(unit)
local refused
if #ids > 0 or not unit.isNew then refused = commit(unit, keys, request, text) end
if refused then return refused end
writeEndings(unit, keys)
if shouldWake then wake(unit) end
return 'ok\n' .. text .. (hasFlag(unit, 'w') and '\nw' or '')
