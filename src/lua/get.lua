-- get: all that is known of one job.
-- Returns ok, "now paused ready delayed leased failed done place seen", where a state's number is its score or -, place is
-- the number of ready jobs before it or -; then its record, its run, and how it ended, each empty when there is none.
-- Cost: 13 commands.
-- Budget: 850 bytes.
local meta, ready, delayed, leased = KEYS.meta, KEYS.ready, KEYS.delayed, KEYS.leased
local failed, done, runs, job, result, seen = KEYS.failed, KEYS.done, KEYS.runs, KEYS.job, KEYS.result, KEYS.seen
local clock, id = ARGV.clock, ARGV.id

include "clock"
include "meta"

local sequence, _, paused = readMeta('paused')
if not sequence then return { 'newer_layout' } end
local out = { string.format('%.0f', timeNow()), paused or 0 }
for _, key in ipairs({ ready, delayed, leased, failed, done }) do out[#out + 1] = redis.call('ZSCORE', key, id) or '-' end
out[#out + 1] = redis.call('ZRANK', ready, id) or '-'
out[#out + 1] = redis.call('EXISTS', seen)
return { 'ok', table.concat(out, ' '), redis.call('HGET', job, id) or '', redis.call('HGET', runs, id) or '',
  redis.call('GET', result) or '' }
