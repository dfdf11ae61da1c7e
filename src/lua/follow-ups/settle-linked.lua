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

include "add-follow-ups"
include "adopt-limits"
include "leave-waiting"
include "settle"
include "trim"
include "commit"
include "remove-results"
include "turn-reply"
include "wake"

local unit = newUnit(keys.meta)
local earlyReply = openRequest(unit, request)
if earlyReply then return earlyReply end
local hasOtherLimits, refused = false, nil
if not unit.isNew then
  hasOtherLimits, refused = adoptLimits(unit, keys, jobs, offset, limits)
  if refused then return refused end
end
local groups = { leaveWaiting = leaveWaiting, addMember = addMember }
local firstFollowUp, isOver = first + settles * 4, false
local settling = { unpack(items, first, firstFollowUp - 1) }
local letters, kept, hadFailed = settleItems(unit, keys, jobs, offset, settling, 1, results, firstResult, groups)
if unit.results then unit.resultTtl = string.match(policy, '%S+$') end
if kept > 0 and not hadFailed then
  local _, _, isMore = trimEnded(unit, keys, jobs, offset, policy, kept * 2 + 8)
  isOver = isMore
end
local marks, created, past = addFollowUps(unit, keys, jobs, offset, letters, { unpack(items, firstFollowUp) }, results,
  firstResult + resultCount, groups)
marks = arrangeAdded(unit, keys, jobs, offset, table.concat(marks), created)
if unit.to.seen then
  local old = redis.call('ZRANGE', keys.seen, '-inf', digits(unit.now), 'BYSCORE', 'LIMIT', '0', digits(#marks * 2 + 8))
  for _, id in ipairs(old) do
    if not created[id] then leave(unit, 'seen', id) end
  end
end
local shouldWake = (unit.readied > 0 or unit.sooner) and hasListeners(unit)
foldLatencies(unit)
local reply = formatSettled(unit, letters, '-', false) .. '\n' .. (marks == '' and '-' or marks)
if not unit.isNew then
  refused = commit(unit, keys, request, reply)
  if refused then return refused end
  writeEndings(unit, keys)
end
removeResults(past)
if shouldWake then wake(unit) end
if kept > 0 and (isOver or hadFailed) then
  resetUnit(unit)
  trimEnded(unit, keys, jobs, offset, policy, kept * 2 + 8)
  arrangeGroups(unit, keys, jobs, offset)
  if (unit.from.done or unit.from.failed) and not commit(unit, keys) then writeEndings(unit, keys) end
end
return 'ok\n' .. reply .. (hasOtherLimits and '\nv' or '')
