include "add-follow-ups"
include "adopt-limits"
include "leave-waiting"
include "settle"
include "trim"
include "commit"
include "remove-results"
include "turn-reply"
include "wake"

-- Settles jobs and adds their follow-ups: the operation `settleLinked`. `sent` has the other arguments of the script.
local function runLinked(keys, request, sent)
  local jobs, offset, items, first = sent.jobs, sent.offset, sent.items, sent.first
  local results, firstResult, settles, policy = sent.results, sent.firstResult, sent.settles, sent.policy
  local unit = newUnit(keys.meta)
  local earlyReply = openRequest(unit, request)
  if earlyReply then return earlyReply end
  local hasOtherLimits, refused = false, nil
  if not unit.isNew then
    hasOtherLimits, refused = adoptLimits(unit, keys, jobs, offset, sent.limits)
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
    firstResult + sent.resultCount, groups)
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
end
