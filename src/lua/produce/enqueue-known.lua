-- enqueueKnown: enqueue for jobs of which some replace the ones with their ids, follow them or are debounced. `limits` are those
-- that the client declares, or empty (lib/groups/adopt-limits.lua).
-- Returns the reply of enqueue, or large if the jobs to replace are too large together; then v if the queue has other limits.
-- Cost: 17 commands a batch, 2 for each hash that it touches, 1 for each delayed job; 3 a job to replace if payloads are large;
-- in a queue with groups 8 more, and 1 for each group.
-- On demand.
-- Budget: 32400 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, delayed = KEYS.delayed, blocked = KEYS.blocked, leased = KEYS.leased,
  failed = KEYS.failed, done = KEYS.done, expiring = KEYS.expiring, seen = KEYS.seen, events = KEYS.events,
  groups = KEYS.groups, holders = KEYS.holders, lines = KEYS.lines, overrides = KEYS.overrides }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local jobs, offset = group(KEYS.jobs, 16)
-- For each caller's id, the key of the result that an earlier job of that id may have left.
local results, firstResult = rest(KEYS.results)
local maxLength, limits = ARGV.maxLength, ARGV.limits
-- As in enqueue (lib/steps/add-jobs.lua), with a mode before the time for which the id of a job is remembered.
local items, first = rest(ARGV.items)

include "adopt-limits"
include "write-duplicates"
include "commit"
include "heartbeat"
include "remove-results"
include "wake"

local unit = newUnit(keys.meta)
local earlyReply = openRequest(unit, request)
if earlyReply then return earlyReply end
local hasOtherLimits, refused = adoptLimits(unit, keys, jobs, offset, limits)
if refused then return refused end
local entries, ids, givenIds, repeats = listEntries(jobs, offset, items, first)
readStates(unit, keys, jobs, offset, entries, ids)
if not readFields(unit, keys, entries, ids, repeats) then return 'large' end
local letters, jobIds, at = '', {}, first
while items[at] do
  local options, number = parseOptions(unit, items[at]), string.match(items[at], '^%d (%d+)')
  for i = 1, number do
    local id = items[at + i * 2 - 1]
    letters = letters .. applyJob(unit, keys, entries[id], items[at + i * 2], options)
    jobIds[#jobIds + 1] = id
  end
  at = at + number * 2 + 1
end
-- Groups line them up in this order.
table.sort(ids, function(a, b) return (entries[a].tick or 0) < (entries[b].tick or 0) end)
for _, id in ipairs(ids) do writeEntry(unit, keys, entries[id]) end
local _, added = string.gsub(letters, '[rd]', '')
-- A failed job may wait again.
local entering = added + (unit.totals and unit.totals.redriven or 0)
if maxLength ~= '' and entering > 0 then
  local waiting = redis.call('ZCARD', keys.ready) + redis.call('ZCARD', keys.delayed)
  if hasFlag(unit, 'g') then waiting = waiting + redis.call('ZCARD', keys.blocked) end
  if waiting + entering > tonumber(maxLength) then return 'full' end
end
letters = arrangeEntries(unit, keys, jobs, offset, entries, jobIds, letters)
if unit.to.seen then
  local past = redis.call('ZRANGE', keys.seen, '-inf', digits(unit.now), 'BYSCORE', 'LIMIT', '0', digits(added * 2 + 8))
  for _, id in ipairs(past) do
    if not entries[id] or not entries[id].rememberedUntil then leave(unit, 'seen', id) end
  end
end
countAdded(unit, added, #letters)
local registered = isRegistered(unit)
local shouldWake = (unit.readied > 0 or unit.sooner) and hasListeners(unit)
beginQueue(unit)
refused = commit(unit, keys, request, letters)
if refused then return refused end
local past = {}
for i, id in ipairs(givenIds) do
  if entries[id].isNew then past[#past + 1] = results[firstResult + i - 1] end
end
removeResults(past)
if shouldWake then wake(unit) end
return 'ok\n' .. letters .. (registered and '' or '\nu') .. (hasOtherLimits and '\nv' or '')
