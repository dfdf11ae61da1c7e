-- turn: settles any mix of jobs and leases the next ones. Expired leases and due jobs are brought back before leasing.
-- Returns lines, then the records of the leased jobs (lib/steps/turn-reply.lua); grouped for a queue with groups or limits,
-- which needs turnGrouped.
-- Cost: 16 commands for one job that is settled and one that is leased; at most 90 more if
-- something is due, since that may touch every hash.
-- Budget: 30600 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, delayed = KEYS.delayed, leased = KEYS.leased, failed = KEYS.failed,
  done = KEYS.done, expiring = KEYS.expiring, workers = KEYS.workers, endings = KEYS.endings,
  endedBefore = KEYS.endedBefore, events = KEYS.events, slots = KEYS.slots }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local jobs, offset = group(KEYS.jobs, 16)
local results, firstResult = rest(KEYS.results)
local lease = { count = ARGV.count, duration = ARGV.duration, worker = ARGV.worker, max = ARGV.max }
local policy, heartbeat = ARGV.policy, ARGV.heartbeat
local items, first = rest(ARGV.items)

include "run-turn"

return runTurn(keys, request, { jobs = jobs, offset = offset, results = results, firstResult = firstResult, lease = lease,
  policy = policy, heartbeat = heartbeat, items = items, first = first })
