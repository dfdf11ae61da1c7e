-- turn: settles any mix of jobs and leases the next ones, as settle and lease do.
-- Returns as lease, with the letters of settle in the second place.
-- Cost: 18 commands a batch, 3 for each bucket that it touches, 1 for each result.
-- Budget: 6144 bytes.
local meta, ready, delayed, leased, failed, done = KEYS.meta, KEYS.ready, KEYS.delayed, KEYS.leased, KEYS.failed, KEYS.done
local expiring, runs, workers, reply = KEYS.expiring, KEYS.runs, KEYS.workers, KEYS.reply
local jobs, results = group(KEYS.jobs, 16), rest(KEYS.result)
local clock, keep, keepDone, keepResult = ARGV.clock, ARGV.keep, ARGV.keepDone, ARGV.keepResult
local count, duration, worker = tonumber(ARGV.count), ARGV.duration, ARGV.worker
local max, limit, items = ARGV.max, tonumber(ARGV.limit), rest(ARGV.items)

include "list"
include "clock"
include "reply"
include "meta"
include "order"
include "records"
include "runs"
include "heal"
include "take"
include "settle"

local sequence, fence, paused = readMeta(meta, 'paused')
if not sequence then return { 'newer_layout' } end
local first = firstReply(reply, meta)
if first then return { 'again', first } end
local now, grew = timeOf(clock), { sequence = 0, leased = 0, completed = 0, retried = 0, failed = 0, released = 0, stale = 0,
  reclaimed = 0, expired = 0 }
local letters, refused = settle(ready, delayed, leased, failed, done, expiring, runs, jobs, results, items, now, sequence, fence,
  keepDone, keepResult, grew)
if refused then return refused end
heal(ready, delayed, leased, failed, runs, now, sequence, limit, grew)
grew.fence = firstFence(fence, now)
local heads, records, drained =
  take(ready, leased, expiring, runs, jobs, now, paused and 0 or count, limit, now + duration, worker, max, fence, grew)
if worker ~= '' then redis.call('ZADD', workers, now, worker) end
addTotals(meta, grew)
return answer(ready, delayed, leased, reply, keep, letters, now, paused, heads, records, drained)
