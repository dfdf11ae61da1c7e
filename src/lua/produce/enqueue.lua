-- enqueue: adds jobs, all of them or none; a known id creates nothing.
-- Returns ok, a letter a job (lib/steps/add-jobs.lua), and u if the queue is to be registered; or full; or grouped for a queue
-- with groups or limits, which needs enqueueGrouped.
-- Cost: 9 commands a batch, 1 for each hash that it touches, 7 with callers' ids, 1 for each delayed job.
-- Budget: 12200 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, delayed = KEYS.delayed, leased = KEYS.leased, failed = KEYS.failed,
  done = KEYS.done, expiring = KEYS.expiring, seen = KEYS.seen, events = KEYS.events }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
-- The hashes in `numbers`; then, for each caller's id, the key of the result that an earlier job of that id may have
-- left.
local declared, firstDeclared = rest(KEYS.jobs)
local numbers, maxLength = ARGV.buckets, ARGV.maxLength
local items, first = rest(ARGV.items)

include "run-enqueue"

return runEnqueue(keys, request, { jobs = declaredBuckets(declared, firstDeclared, numbers), offset = 0, results = declared,
  firstResult = firstDeclared + #numbers, maxLength = maxLength, items = items, first = first })
