-- retire: removes a queue that is empty, is not paused, records no events, has no limits for single groups, no schedules and an empty
-- outbox, and was not used for `idle` ms. A queue whose last tick is ahead of the clock stays, since a new queue of its name would
-- issue the same ticks again. Results, remembered replies and the inbox (lib/follow-ups/inbox.lua) expire by themselves.
-- Returns ok, and 1 if the queue was removed or does not exist, else 0.
-- Cost: 7 commands.
-- Budget: 1700 bytes.
local meta, ready, delayed, leased = KEYS.meta, KEYS.ready, KEYS.delayed, KEYS.leased
local failed, done, expiring, seen, overrides = KEYS.failed, KEYS.done, KEYS.expiring, KEYS.seen, KEYS.overrides
local outbox, inbox, schedules = KEYS.outbox, KEYS.inbox, KEYS.schedules
local jobs = group(KEYS.jobs, 16)
local all = rest(KEYS.all)
local times, idle = ARGV.times, tonumber(ARGV.idle)

include "inbox"
include "unit"

local unit = newUnit(meta)
local status = openUnit(unit, times)
if status then return status end
if hasFlag(unit, 'p') or hasFlag(unit, 'e')
    or redis.call('EXISTS', ready, delayed, leased, failed, done, expiring, seen, overrides, outbox, schedules,
      unpack(jobs)) > 0 then
  return 'ok\n0'
end
-- `registered` is renewed within an hour of a use. A new queue may not have it yet, but has `born`.
local notes = redis.call('HMGET', meta, 'registered', 'born')
for i = 1, 2 do
  if unit.now - (notes[i] or 0) < idle then return 'ok\n0' end
end
local _, clockTick = readClock(times)
if unit.tick > clockTick then return 'ok\n0' end
redis.call('UNLINK', unpack(all))
expireInbox(inbox)
return 'ok\n1'
