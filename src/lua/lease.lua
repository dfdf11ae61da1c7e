-- lease: hands out ready jobs for a limited time, after bringing back what is due.
-- Returns ok, "", "now more wake paused", then of each job "fence attempt id" and its record. A request that comes again
-- gets: again, the first reply without the records, in lines.
-- Cost: 14 commands a batch, and 1 for each bucket that it touches.
-- Budget: 4096 bytes.
local meta, ready, delayed, leased, failed = KEYS.meta, KEYS.ready, KEYS.delayed, KEYS.leased, KEYS.failed
local expiring, runs, workers, reply, jobs = KEYS.expiring, KEYS.runs, KEYS.workers, KEYS.reply, group(KEYS.jobs, 16)
local clock, keep, count, duration = ARGV.clock, ARGV.keep, tonumber(ARGV.count), ARGV.duration
local worker, max, limit = ARGV.worker, ARGV.max, ARGV.limit

include "list"
include "clock"
include "reply"
include "meta"
include "order"
include "records"
include "runs"
include "heal"
include "take"

local sequence, fence, paused = readMeta('paused')
if not sequence then return { 'newer_layout' } end
local first = firstReply()
if first then return { 'again', first } end
return leaseNext('', timeNow(), sequence, fence, paused)
