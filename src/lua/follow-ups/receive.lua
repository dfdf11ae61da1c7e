-- receive: adds jobs that another queue has sent, in the order of their ticks. Jobs that were received before are skipped. `source` is
-- the name of that queue, a space, and the time at which it was created.
-- Returns ok; the number of the first entries that are received now or were before; a letter for each entry that this request has
-- received (lib/steps/add-jobs.lua), or - for none; and u if the queue is to be registered. If the queue is full by the maxLength of
-- the next entry, the others stay with their sender.
-- Cost: 24 commands a batch, 4 for each hash that it touches, 1 for each delayed job and each group.
-- On demand.
-- Budget: 28000 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, delayed = KEYS.delayed, blocked = KEYS.blocked, leased = KEYS.leased,
  failed = KEYS.failed, done = KEYS.done, expiring = KEYS.expiring, seen = KEYS.seen, events = KEYS.events,
  groups = KEYS.groups, holders = KEYS.holders, lines = KEYS.lines, overrides = KEYS.overrides, inbox = KEYS.inbox }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local jobs, offset = group(KEYS.jobs, 16)
-- For each entry the key of the result that an earlier job of its id may have left.
local results, firstResult = rest(KEYS.results)
local source = ARGV.source
-- Entries with five fields each: tick, maxLength or -, kind, id and payload (lib/follow-ups/outbox.lua).
local entries = rest(ARGV.items)

include "add-members"
include "add-jobs"
include "commit"
include "heartbeat"
include "job-writes"
include "remove-results"
include "wake"

local unit = newUnit(keys.meta)
local earlyReply = openRequest(unit, request)
if earlyReply then return earlyReply end
local before = redis.call('HGET', keys.inbox, source)
local items, resultOf, handled, last, waiting = {}, {}, 0, before, nil
for at = 1, #entries, 5 do
  local tick, maxLength, kind, id, payload = unpack(entries, at, at + 4)
  if not before or tick - before > 0 then
    if maxLength ~= '-' and not waiting then
      waiting = redis.call('ZCARD', keys.ready) + redis.call('ZCARD', keys.delayed) + redis.call('ZCARD', keys.blocked)
    end
    if maxLength ~= '-' and waiting + #items / 3 - maxLength >= 0 then break end
    pushPair(items, kind, id)
    items[#items + 1] = payload
    resultOf[id], last = results[firstResult + handled], tick
  end
  handled = handled + 1
end
if #items == 0 then return 'ok\n' .. handled .. '\n-' end
unit.writes = {}
local letters, _, created = addJobs(unit, keys, jobs, offset, items, 1, { addMember = addMember })
local _, added = string.gsub(letters, '%l', '')
countAdded(unit, added, #letters)
letters = arrangeAdded(unit, keys, jobs, offset, letters, created)
putField(unit, keys.inbox, source, last, before)
local registered = isRegistered(unit)
local shouldWake = (unit.readied > 0 or unit.sooner) and hasListeners(unit)
beginQueue(unit)
local reply = handled .. '\n' .. letters
local refused = commit(unit, keys, request, reply)
if refused then return refused end
-- A queue that was destroyed keeps its inbox for some time.
redis.pcall('PERSIST', keys.inbox)
local past = {}
for id in pairs(created) do past[#past + 1] = resultOf[id] end
removeResults(past)
if shouldWake then wake(unit) end
return 'ok\n' .. reply .. (registered and '' or '\nu')
