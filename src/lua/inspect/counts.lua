-- counts: reads the number of jobs in each state, and totals since the queue was created.
-- Returns ok, then "now ready delayed blocked leased failed done workers since", with the time at which the next job became
-- ready or - as since; "-flags enqueued leased completed"; the totals in `names`; the number of delayed jobs that are
-- due and of leases that have expired, which no request has moved yet; and - with the histograms of waits and of run
-- times, and the new latencies (lib/kernel/latency.lua), separated by bars. Then, for a queue with groups, their numbers
-- (lib/groups/count-groups.lua); and - with the number of entries of the outbox and the tick of the first, if it has any.
-- Cost: 13 commands; 2 more for a queue with entries in its outbox, 8 more for a queue with groups, and 1 that reads up to about
-- 1,000 of their overrides.
-- Budget: 3300 bytes.
local meta, ready, delayed, blocked, leased = KEYS.meta, KEYS.ready, KEYS.delayed, KEYS.blocked, KEYS.leased
local failed, done, workers, outbox = KEYS.failed, KEYS.done, KEYS.workers, KEYS.outbox
local keys = { groups = KEYS.groups, lines = KEYS.lines, overrides = KEYS.overrides, blocked = KEYS.blocked }
local times, names = ARGV.times, rest(ARGV.names)

include "count-groups"
include "place"
include "unit"

local unit = newUnit(meta)
local status = openUnit(unit, times)
if status then return status end
local out = { digits(unit.now) }
for _, key in ipairs({ ready, delayed, blocked, leased, failed, done, workers }) do
  out[#out + 1] = (key ~= blocked or hasFlag(unit, 'g')) and redis.call('ZCARD', key) or 0
end
local next = redis.call('ZRANGE', ready, '0', '0', 'WITHSCORES')[2]
out[#out + 1] = next and digits(timeOfTick(next % BAND)) or '-'
local totals = redis.call('HMGET', meta, unpack(names))
local histograms = redis.call('HMGET', meta, 'waits', 'runTimes')
for i, total in ipairs(totals) do totals[i] = total or '0' end
local text = 'ok\n' .. table.concat(out, ' ') .. '\n-' .. unit.flags .. ' ' .. unit.enqueued .. ' ' .. unit.leased .. ' '
  .. unit.completed .. '\n' .. table.concat(totals, ' ') .. '\n'
  .. digits(redis.call('ZCOUNT', delayed, '-inf', lastDueScore(unit.now))) .. ' '
  .. digits(redis.call('ZCOUNT', leased, '-inf', digits(unit.now))) .. '\n-' .. (histograms[1] or '')
  .. '|' .. (histograms[2] or '') .. '|' .. unit.latencies
if hasFlag(unit, 'g') then text = text .. '\n' .. countGroups(unit, keys) end
local firstTick = hasFlag(unit, 'q') and redis.call('ZRANGE', outbox, '0', '0', 'WITHSCORES')[2]
if firstTick then text = text .. '\n-' .. redis.call('ZCARD', outbox) .. ' ' .. firstTick end
return text
