-- enqueue: adds jobs, all of them or none; a known id creates nothing.
-- Returns ok, a letter a job (lib/steps/add-jobs.lua), and u if the queue is to be registered; or full.
-- Cost: 9 commands a batch, 1 for each hash that it touches, 7 with callers' ids, 1 for each delayed job.
-- Budget: 11400 bytes.
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
include "remove-results"

local unit = newUnit(keys.meta)
local earlyReply = openRequest(unit, request)
if earlyReply then return earlyReply end
unit.writes = {}
local letters, givenIds, created =
  addJobs(unit, keys, declaredBuckets(declared, firstDeclared, numbers), items, first)
local _, added = string.gsub(letters, '%l', '')
if maxLength ~= '' and added > 0
    and redis.call('ZCARD', keys.ready) + redis.call('ZCARD', keys.delayed) + added > tonumber(maxLength) then
  return 'full'
end
if unit.to.seen then
  local past = redis.call('ZRANGE', keys.seen, '-inf', digits(unit.now), 'BYSCORE', 'LIMIT', '0', digits(added * 2 + 8))
  for _, id in ipairs(past) do
    if not created[id] then leave(unit, 'seen', id) end
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
removeResults(results)
if shouldWake then wake(unit) end
return 'ok\n' .. letters .. (registered and '' or '\nu')
