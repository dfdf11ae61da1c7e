-- failWorker: takes a worker's jobs from it, in a slice of the leased jobs. Each becomes ready at its place, or fails
-- if its attempts are used up; the worker can no longer settle it. The last slice removes the worker.
-- Returns ok, then the number of these jobs, and the offset of the next slice, or -.
-- Cost: 8 commands a slice, 2 for each hash that it touches.
-- Budget: 28100 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, delayed = KEYS.delayed, blocked = KEYS.blocked, leased = KEYS.leased,
  failed = KEYS.failed, groups = KEYS.groups, holders = KEYS.holders, lines = KEYS.lines, overrides = KEYS.overrides,
  done = KEYS.done, expiring = KEYS.expiring, workers = KEYS.workers, endings = KEYS.endings,
  endedBefore = KEYS.endedBefore, events = KEYS.events }
local jobs, offset = group(KEYS.jobs, 16)
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local worker, from, limit, policy = ARGV.worker, tonumber(ARGV.from), tonumber(ARGV.limit), ARGV.policy

include "arrange-groups"
include "heal"
include "trim"
include "endings"
include "commit"
include "wake"

local unit = newUnit(keys.meta)
local earlyReply = openRequest(unit, request)
if earlyReply then return earlyReply end
unit.frees = true
local ids, taken, failed = redis.call('ZRANGE', keys.leased, digits(from), digits(from + limit - 1)), 0, 0
local isLast = #ids < limit
if hasFlag(unit, 'f') and limitFreed(unit, jobs, offset, ids, 1) then isLast = false end
if #ids > 0 then
  local runs, oneBucket, buckets = readJobs(jobs, offset, ids, 1)
  for i, id in ipairs(ids) do
    if string.match(runs[i] or '', '^L[^\n]*\n([^\n\31]*)') == worker then
      local hasFailed = reclaimJob(unit, keys, oneBucket or buckets[i], id, runs[i], 'W', '"its worker failed"')
      taken, failed = taken + 1, failed + (hasFailed and 1 or 0)
    end
  end
end
local text = taken .. '\n' .. (isLast and '-' or digits(from + #ids - taken))
local _, isOver
if failed > 0 then _, _, isOver = trimEnded(unit, keys, jobs, offset, policy, failed * 2 + 8) end
arrangeGroups(unit, keys, jobs, offset)
local shouldWake, refused = (unit.readied > 0 or unit.sooner) and hasListeners(unit), nil
if taken > 0 or not unit.isNew then refused = commit(unit, keys, request, text) end
if refused then return refused end
writeEndings(unit, keys)
if isOver then
  resetUnit(unit)
  trimEnded(unit, keys, jobs, offset, policy, failed * 2 + 8)
  arrangeGroups(unit, keys, jobs, offset)
  refused = commit(unit, keys)
  if not refused then writeEndings(unit, keys) end
end
if shouldWake then wake(unit) end
if isLast then redis.call('ZREM', keys.workers, worker) end
return 'ok\n' .. text
