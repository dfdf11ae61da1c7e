include "add-links"
include "add-members"
include "adopt-limits"
include "commit"
include "heartbeat"
include "remove-results"
include "wake"

-- The number of ids of earlier jobs that one reply names.
local MAX_LEFT_OVER = 200

-- Adds jobs, and jobs that wait for others: the operation `enqueueWaiting`. `sent` has the other arguments of the script.
local function runEnqueueWaiting(keys, request, sent)
  local jobs, offset, items = sent.jobs, sent.offset, sent.items
  local unit = newUnit(keys.meta)
  local earlyReply = openRequest(unit, request)
  if earlyReply then return earlyReply end
  local hasOtherLimits, refused = adoptLimits(unit, keys, jobs, offset, sent.limits)
  if refused then return refused end
  unit.writes = {}
  local flows, list, batch = {}, {}, nil
  if sent.batch ~= '' then
    batch = parseFlow(sent.batch, redis.call('HGET', keys.flows, sent.batch))
    local score = batch and batch.open == '1' and redis.call('ZSCORE', keys.delayed, sent.batch)
    if not score or score - WAITING_SCORE < 0 then return 'ok\nX' end
    flows[sent.batch] = batch
  end
  local at, groups = sent.first, { addMember = addMember }
  local waitingFrom, termsFrom = at + sent.plain * 3, at + (sent.plain + sent.waiting) * 3
  local letters, givenIds, created = addJobs(unit, keys, jobs, offset, { unpack(items, at, waitingFrom - 1) }, 1, groups)
  local dueBefore, sooner = unit.due, unit.sooner
  local waiting = { unpack(items, waitingFrom, termsFrom - 1) }
  for i = 1, #waiting, 3 do waiting[i] = string.gsub(waiting[i], '^(%d 1) %S+', '%1 @' .. digits(waitingTime(unit))) end
  local more, moreIds, parents = addJobs(unit, keys, jobs, offset, waiting, 1, groups)
  -- Their times never come; those until which they live do.
  if unit.due - WAITING_TIME >= 0 then unit.due = NEVER end
  unit.sooner = sooner or unit.due - dueBefore < 0
  for _, id in ipairs(moreIds) do givenIds[#givenIds + 1] = id end
  if sent.batch ~= '' then
    for i = at + 1, waitingFrom - 1, 3 do pushPair(list, sent.batch, items[i]) end
  end
  local added, ids = {}, {}
  for id in pairs(created) do added[id] = true end
  for id, position in pairs(parents) do
    added[id], added[PENDING .. id], created[id] = true, true, #letters + position
    ids[#ids + 1] = id
  end
  local terms, i = termsFrom, 2
  while items[terms] do
    local id, size = waiting[i], tonumber(items[terms + 1])
    if parents[id] then
      flows[id] = parseFlow(id, items[terms] .. ' 0 -')
      for n = terms + 2, terms + 1 + size do pushPair(list, id, items[n]) end
    end
    terms, i = terms + 2 + size, i + 3
  end
  -- An earlier job of the id was a parent, of which links may be left; or a child, whose end its parents have not noticed.
  local newIds, leftOver = {}, {}
  for id in pairs(created) do newIds[#newIds + 1] = id end
  for _, key in ipairs(newIds[1] and { keys.flows, keys.waits } or {}) do
    for n, text in ipairs(redis.call('HMGET', key, unpack(newIds))) do
      if text and #leftOver < MAX_LEFT_OVER then leftOver[#leftOver + 1] = newIds[n] end
    end
  end
  if leftOver[1] then return 'ok\nG\n' .. table.concat(leftOver, '\n') end
  -- A batch has no jobs that wait themselves, which might wait for it.
  if batch then
    local known = {}
    for i = 2, #list, 2 do
      if not added[list[i]] then known[#known + 1] = list[i] end
    end
    if #known > 0 then
      for n, score in ipairs(redis.call('ZMSCORE', keys.delayed, unpack(known))) do
        if score and score - WAITING_SCORE >= 0 then return 'ok\nW\n' .. known[n] end
      end
    end
  end
  local unknown = addLinks(unit, keys, list, added, flows)
  if unknown then return 'ok\nU\n' .. unknown end
  for id, flow in pairs(flows) do
    putField(unit, keys.flows, id, formatFlow(flow), flow == batch and flow.text or nil)
    if not hasFlag(unit, 'k') then unit.flags = unit.flags .. 'k' end
  end
  letters = letters .. more
  local _, number = string.gsub(letters, '%l', '')
  if sent.maxLength ~= '' and number > 0 then
    local length = redis.call('ZCARD', keys.ready) + redis.call('ZCARD', keys.delayed) + redis.call('ZCARD', keys.blocked)
    if length + number > tonumber(sent.maxLength) then return 'full' end
  end
  letters = arrangeAdded(unit, keys, jobs, offset, letters, created)
  if unit.to.seen then
    local past = redis.call('ZRANGE', keys.seen, '-inf', digits(unit.now), 'BYSCORE', 'LIMIT', '0', digits(number * 2 + 8))
    for _, id in ipairs(past) do
      if not created[id] then leave(unit, 'seen', id) end
    end
  end
  countAdded(unit, number, #letters)
  local registered, isFree = isRegistered(unit), false
  for _, flow in pairs(flows) do isFree = isFree or flow.open == '0' and not flow.isWaiting end
  local shouldWake = (unit.readied > 0 or unit.sooner) and hasListeners(unit)
  beginQueue(unit)
  refused = commit(unit, keys, request, letters)
  if refused then return refused end
  local past = {}
  for n, id in ipairs(givenIds) do
    if created[id] then past[#past + 1] = sent.results[sent.firstResult + n - 1] end
  end
  removeResults(past)
  if shouldWake then wake(unit) end
  return 'ok\n' .. letters .. (registered and '' or '\nu') .. (hasOtherLimits and '\nv' or '')
    .. (isFree and '\ne' or '')
end
