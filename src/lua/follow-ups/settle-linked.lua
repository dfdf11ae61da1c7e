-- settleLinked: settles jobs, and adds the follow-ups of those that end by it, in one unit. A follow-up for another queue becomes
-- an entry of the outbox. A follow-up of a job that this request does not end is not added. `maxLength` does not hold for
-- follow-ups: a full queue must not refuse to settle. `limits` are those that the client declares, or empty
-- (lib/groups/adopt-limits.lua).
-- Returns the lines of turn without leased jobs (lib/steps/turn-reply.lua); then a letter for each follow-up: that of enqueue, s
-- for an entry of the outbox, or - if it was not added; then v if the queue has other limits.
-- Cost: 14 commands for one job that is settled and its follow-up; 7 more with callers' ids, 5 for each hash that it touches, 1 for
-- each delayed job and each group.
-- On demand.
-- Budget: 39600 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, delayed = KEYS.delayed, blocked = KEYS.blocked, leased = KEYS.leased,
  failed = KEYS.failed, groups = KEYS.groups, holders = KEYS.holders, lines = KEYS.lines, overrides = KEYS.overrides,
  done = KEYS.done, expiring = KEYS.expiring, seen = KEYS.seen, outbox = KEYS.outbox, endings = KEYS.endings,
  endedBefore = KEYS.endedBefore, events = KEYS.events }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local jobs, offset = group(KEYS.jobs, 16)
-- The keys of the results of completed jobs; then, for each caller's id of a follow-up in this queue, the key of the result that an
-- earlier job of that id may have left.
local results, firstResult = rest(KEYS.results)
-- The numbers of jobs to settle, and of those among them with a result.
local settles, resultCount = tonumber(ARGV.settles), tonumber(ARGV.resultCount)
local policy, limits = ARGV.policy, ARGV.limits
-- The jobs to settle, with four fields each (lib/steps/settle.lua); then the follow-ups (lib/follow-ups/add-follow-ups.lua).
local items, first = rest(ARGV.items)

include "run-linked"

return runLinked(keys, request, { jobs = jobs, offset = offset, results = results, firstResult = firstResult,
  settles = settles, resultCount = resultCount, policy = policy, limits = limits, items = items, first = first })
