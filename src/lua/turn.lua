-- turn: settles any mix of jobs and leases the next ones, as settle and lease do.
-- Returns as lease, with the letters of settle in the second place.
-- Cost: 18 commands a batch, 3 for each bucket that it touches, 1 for each result.
-- Budget: 6144 bytes.
local meta, ready, delayed, leased, failed, done = KEYS.meta, KEYS.ready, KEYS.delayed, KEYS.leased, KEYS.failed, KEYS.done
local expiring, runs, workers, reply = KEYS.expiring, KEYS.runs, KEYS.workers, KEYS.reply
local jobs, results = group(KEYS.jobs, 16), rest(KEYS.result)
local clock, keep, keepDone, keepResult = ARGV.clock, ARGV.keep, ARGV.keepDone, ARGV.keepResult
local count, duration, worker = tonumber(ARGV.count), ARGV.duration, ARGV.worker
local max, limit, items = ARGV.max, ARGV.limit, rest(ARGV.items)

include "list"
include "clock"
include "reply"
include "meta"
include "order"
include "records"
include "runs"
include "verdicts"
include "heal"
include "take"
include "settle"

local sequence, fence, paused = readMeta('paused')
if not sequence then return { 'newer_layout' } end
local first = firstReply()
if first then return { 'again', first } end
local now = timeNow()
local letters, refused = settle(now, sequence, fence)
if refused then return refused end
return leaseNext(letters, now, sequence, fence, paused)
