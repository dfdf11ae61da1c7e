-- enqueueGrouped: enqueue for jobs with groups or costs, and for a queue that has such jobs or limits. `limits` are those that
-- the client declares, or empty (lib/groups/adopt-limits.lua). A job whose group may not start it is blocked, or delayed
-- until then.
-- Returns the reply of enqueue, with the letter b for a blocked job; then v if the queue has other limits.
-- Cost: 14 commands a batch, 4 for each hash that it touches, 8 with callers' ids, 1 for each delayed job and each group.
-- Budget: 27400 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, delayed = KEYS.delayed, blocked = KEYS.blocked, leased = KEYS.leased,
  failed = KEYS.failed, done = KEYS.done, expiring = KEYS.expiring, seen = KEYS.seen, events = KEYS.events,
  groups = KEYS.groups, holders = KEYS.holders, lines = KEYS.lines, overrides = KEYS.overrides }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local jobs, offset = group(KEYS.jobs, 16)
-- For each caller's id, the key of the result that an earlier job of that id may have left.
local results, firstResult = rest(KEYS.results)
local maxLength, limits = ARGV.maxLength, ARGV.limits
local items, first = rest(ARGV.items)

include "add-members"
include "adopt-limits"
include "run-enqueue"

return runEnqueue(keys, request, { jobs = jobs, offset = offset, results = results, firstResult = firstResult,
  maxLength = maxLength, items = items, first = first, limits = limits },
  { adoptLimits = adoptLimits, addMember = addMember, arrangeAdded = arrangeAdded })
