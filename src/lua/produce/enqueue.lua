-- enqueue: adds jobs, all of them or none; a known id creates nothing, unless the job is to replace or to follow the one with
-- that id.
-- Returns ok, a letter a job (lib/steps/add-jobs.lua), and u if the queue is to be registered; full; or large, if the jobs to
-- replace are too large together.
-- Cost: 9 commands a batch, 1 for each hash that it touches, 7 with callers' ids, 1 for each delayed job; with jobs to replace 1
-- more, and 1 for each hash, or 3 for each of these jobs if payloads are large.
-- Budget: 17200 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, delayed = KEYS.delayed, leased = KEYS.leased, failed = KEYS.failed,
  done = KEYS.done, expiring = KEYS.expiring, seen = KEYS.seen, events = KEYS.events }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
-- The hashes in `numbers`; then, for each caller's id, the key of the result that an earlier job of that id may have
-- left.
local declared, firstDeclared = rest(KEYS.jobs)
local numbers, maxLength = ARGV.buckets, ARGV.maxLength
local items, first = rest(ARGV.items)

include "jobs"
include "add-jobs"
include "commit"
include "heartbeat"

-- The number of results of earlier jobs to remove at once.
local MAX_UNLINKED_RESULTS = 50

local unit = newUnit(keys.meta)
local earlyReply = openRequest(unit, request)
if earlyReply then return earlyReply end
unit.writes = {}
local letters, givenIds, created =
  addJobs(unit, keys, declaredBuckets(declared, firstDeclared, numbers), items, first)
if not letters then return 'large' end
local _, added = string.gsub(letters, '[rd]', '')
-- A failed job may wait again.
local entering = added + (unit.totals and unit.totals.redriven or 0)
if maxLength ~= '' and entering > 0
    and redis.call('ZCARD', keys.ready) + redis.call('ZCARD', keys.delayed) + entering > tonumber(maxLength) then
  return 'full'
end
if unit.to.seen then
  local past = redis.call('ZRANGE', keys.seen, '-inf', digits(unit.now), 'BYSCORE', 'LIMIT', '0', digits(added * 2 + 8))
  local remembered = {}
  for i = 2, #unit.to.seen, 2 do remembered[unit.to.seen[i]] = true end
  for _, id in ipairs(past) do
    if not remembered[id] then leave(unit, 'seen', id) end
  end
end
unit.enqueued = digits(unit.enqueued + added)
if added < #letters then count(unit, 'duplicates', #letters - added) end
local registered = isRegistered(unit)
local shouldWake = (unit.readied > 0 or unit.sooner) and hasListeners(unit)
if unit.isNew then
  unit.fields = { 'born', digits(unit.now) }
  addListener(unit)
end
local refused = commit(unit, keys, request, letters)
if refused then return refused end
local results = {}
for i, id in ipairs(givenIds) do
  if created[id] then results[#results + 1] = declared[firstDeclared + #numbers + i - 1] end
end
-- A few results are removed at once. Many may be large: they expire instead, which Redis spreads over time.
if #results > 0 then
  if redis.call('EXISTS', unpack(results)) > MAX_UNLINKED_RESULTS then
    for _, key in ipairs(results) do redis.pcall('PEXPIRE', key, '1') end
  else
    redis.pcall('UNLINK', unpack(results))
  end
end
if shouldWake then wake(unit) end
return 'ok\n' .. letters .. (registered and '' or '\nu')
