-- turnGrouped: turn for a queue with groups or limits. `limits` are those that the client declares, or empty
-- (lib/groups/adopt-limits.lua).
-- Returns the reply of turn.
-- Cost: 34 commands for one job that is settled and one that is leased; 5 for each hash that it touches, 1 for each group.
-- On demand.
-- Budget: 48900 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, delayed = KEYS.delayed, blocked = KEYS.blocked, leased = KEYS.leased,
  failed = KEYS.failed, groups = KEYS.groups, holders = KEYS.holders, lines = KEYS.lines, overrides = KEYS.overrides,
  done = KEYS.done, expiring = KEYS.expiring, workers = KEYS.workers, endings = KEYS.endings,
  endedBefore = KEYS.endedBefore, events = KEYS.events, slots = KEYS.slots }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local jobs, offset = group(KEYS.jobs, 16)
local results, firstResult = rest(KEYS.results)
local lease = { count = ARGV.count, duration = ARGV.duration, worker = ARGV.worker, max = ARGV.max }
local policy, heartbeat, limits = ARGV.policy, ARGV.heartbeat, ARGV.limits
local items, first = rest(ARGV.items)

include "adopt-limits"
include "arrange-groups"
include "choose-jobs"
include "leave-waiting"
include "release-groups"
include "run-turn"

return runTurn(keys, request, { jobs = jobs, offset = offset, results = results, firstResult = firstResult, lease = lease,
  policy = policy, heartbeat = heartbeat, items = items, first = first, limits = limits },
  { adoptLimits = adoptLimits, arrange = arrangeGroups, choose = chooseJobs, addMembers = addMembersToHeads,
    leaveWaiting = leaveWaiting, releaseMore = releaseMore })
