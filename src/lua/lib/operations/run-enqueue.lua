include "jobs"
include "add-jobs"
include "commit"
include "heartbeat"
include "remove-results"

-- Adds jobs, all of them or none: the operation `enqueue`. `sent` has the other arguments of the script. `groups` has the
-- functions for jobs with groups or costs; without them the script returns `grouped` for a queue with such jobs, and changes
-- nothing.
local function runEnqueue(keys, request, sent, groups)
  local jobs, results, firstResult = sent.jobs, sent.results, sent.firstResult
  local unit = newUnit(keys.meta)
  local earlyReply = openRequest(unit, request)
  if earlyReply then return earlyReply end
  local hasOtherLimits = false
  if groups then
    local refused
    hasOtherLimits, refused = groups.adoptLimits(unit, keys, jobs, sent.offset, sent.limits)
    if refused then return refused end
  elseif hasFlag(unit, 'g') then
    return 'grouped'
  end
  unit.writes = {}
  local letters, givenIds, created = addJobs(unit, keys, jobs, sent.offset, sent.items, sent.first, groups)
  local _, added = string.gsub(letters, '%l', '')
  if sent.maxLength ~= '' and added > 0 then
    local waiting = redis.call('ZCARD', keys.ready) + redis.call('ZCARD', keys.delayed)
    if groups then waiting = waiting + redis.call('ZCARD', keys.blocked) end
    if waiting + added > tonumber(sent.maxLength) then return 'full' end
  end
  if groups then letters = groups.arrangeAdded(unit, keys, jobs, sent.offset, letters, created) end
  if unit.to.seen then
    local past = redis.call('ZRANGE', keys.seen, '-inf', digits(unit.now), 'BYSCORE', 'LIMIT', '0', digits(added * 2 + 8))
    for _, id in ipairs(past) do
      if not created[id] then leave(unit, 'seen', id) end
    end
  end
  countAdded(unit, added, #letters)
  local registered = isRegistered(unit)
  local shouldWake = (unit.readied > 0 or unit.sooner) and hasListeners(unit)
  beginQueue(unit)
  local refused = commit(unit, keys, request, letters)
  if refused then return refused end
  local past = {}
  for i, id in ipairs(givenIds) do
    if created[id] then past[#past + 1] = results[firstResult + i - 1] end
  end
  removeResults(past)
  if shouldWake then wake(unit) end
  return 'ok\n' .. letters .. (registered and '' or '\nu') .. (hasOtherLimits and '\nv' or '')
end
