-- counts: how many jobs are in each state, and the totals since the queue was made.
-- Returns ok, "now ready delayed leased failed done workers oldest paused", oldest being when the next job to be leased
-- was enqueued or -; then a total for each name asked for, in one line.
-- Cost: 11 commands.
-- Budget: 1300 bytes.
local meta, ready, delayed, leased = KEYS.meta, KEYS.ready, KEYS.delayed, KEYS.leased
local failed, done, workers, jobs = KEYS.failed, KEYS.done, KEYS.workers, group(KEYS.jobs, 16)
local clock, names = ARGV.clock, rest(ARGV.names)

include "clock"
include "meta"
include "records"

local sequence, _, paused = readMeta('paused')
if not sequence then return { 'newer_layout' } end
local out, totals = { string.format('%.0f', timeNow()) }, redis.call('HMGET', meta, unpack(names))
for _, key in ipairs({ ready, delayed, leased, failed, done, workers }) do out[#out + 1] = redis.call('ZCARD', key) end
local next = redis.call('ZRANGE', ready, 0, 0)
local record = recordsOf(jobs, next)[1]
out[#out + 1] = record and string.match(record, '^%d+') or '-'
out[#out + 1] = paused or 0
for i, total in ipairs(totals) do totals[i] = total or 0 end
return { 'ok', table.concat(out, ' '), table.concat(totals, ' ') }
