include "arrange-groups"
include "commit"

-- The number of groups that one unit lets go on after a change of the queue's limits. If the queue has more, its head gets the
-- flag s, and the next turns and light cleans go on.
local MAX_TOUCHED = 250

-- Lets groups go on whose limits have changed: makes heads ready that were delayed by them, and lets `arrangeGroups` admit
-- others. The next lease limits them again.
local function releaseHeads(unit, keys, jobs, offset, names)
  local groups, heads = readGroups(unit, keys, names), {}
  unit.touched = names
  for _, name in ipairs(names) do
    local head = groups[name].head
    if head ~= '' then heads[#heads + 1] = head end
  end
  if #heads == 0 then return end
  readMembers(unit, jobs, offset, heads)
  for i, score in ipairs(redis.call('ZMSCORE', keys.delayed, unpack(heads))) do
    local member = unit.members[heads[i]]
    if score and member and member.mark == 't' then
      unit.tick = unit.tick + 1
      leave(unit, 'delayed', heads[i])
      enter(unit, 'ready', placeOf(score % 10, unit.tick), heads[i])
      unit.readied = unit.readied + 1
    end
  end
end

-- Returns the names of the first groups that limits may hold back: those with blocked jobs, in the order of their numbers,
-- then those whose bucket of tokens may not be full.
local function limitedNames(keys)
  local numbers, byNumber, names, seen, others = {}, {}, {}, {}, {}
  local found = redis.call('HSCAN', keys.lines, '0', 'COUNT', digits(MAX_TOUCHED))[2]
  for i = 1, #found, 2 do
    local number, name = tonumber(found[i]), string.match(found[i + 1], '^%d+ (.+)$')
    if number and name and #numbers < MAX_TOUCHED then
      numbers[#numbers + 1] = number
      byNumber[number], seen[name] = name, true
    end
  end
  table.sort(numbers)
  for i, number in ipairs(numbers) do names[i] = byNumber[number] end
  found = redis.call('HSCAN', keys.groups, '0', 'COUNT', digits(MAX_TOUCHED))[2]
  for i = 1, #found, 2 do
    local group = {}
    parseGroup(group, found[i + 1])
    if group.tat > 0 and not seen[found[i]] then others[#others + 1] = found[i] end
  end
  table.sort(others)
  for _, name in ipairs(others) do
    if #names < MAX_TOUCHED then names[#names + 1] = name end
  end
  return names
end

-- Lets groups go on after a change of the queue's limits. If the rate of groups has changed, their buckets are full.
local function releaseGroups(unit, keys, jobs, offset, names, hasNewRate)
  readGroups(unit, keys, names)
  for _, name in ipairs(names) do
    local group = unit.groups[name]
    if hasNewRate and group.rate == unit.limits.rate then group.tat = 0 end
  end
  releaseHeads(unit, keys, jobs, offset, names)
end

-- Lets the first groups go on after a change of the queue's limits, whose texts are `before` and `after`. A rate that has
-- changed begins with a full bucket.
local function releaseAll(unit, keys, jobs, offset, before, after)
  local rates = '^%d+ %S+ %S+ (%S+ %S+ %S+)|%S+ (%S+ %S+ %S+)'
  local oldRate, oldQueueRate = string.match(before or '0 - - - - -|- - - -', rates)
  local rate, queueRate = string.match(after, rates)
  local tat = queueRate ~= oldQueueRate and redis.call('HGET', unit.meta, 'tat')
  if tat then
    pushPair(unit.fields, 'tat', '0')
    saveOld(unit, unit.meta, 'tat', tat)
  end
  local isLarge = redis.call('HLEN', keys.groups) > MAX_TOUCHED
  if isLarge then
    local old = redis.call('HGET', unit.meta, 'release')
    -- A change that has not reached all groups is part of this one.
    local isReset = rate ~= oldRate or hasFlag(unit, 's') and old and string.find(old, 'r', 1, true)
    if not hasFlag(unit, 's') then unit.flags = unit.flags .. 's' end
    pushPair(unit.fields, 'release', isReset and '0 r' or '0 -')
    saveOld(unit, unit.meta, 'release', old)
  end
  -- The buckets of many groups are filled once, by `releaseMore`.
  releaseGroups(unit, keys, jobs, offset, limitedNames(keys), rate ~= oldRate and not isLarge)
end

-- Lets more groups go on after a change of the queue's limits that had to stop early, in a unit of its own. `release` in meta
-- has the cursor in `groups`, and r if the rate of groups has changed.
local function releaseMore(unit, keys, jobs, offset)
  if not hasFlag(unit, 's') then return end
  local old, head, names = redis.call('HGET', unit.meta, 'release'), headParts(unit), {}
  local cursor, mark = string.match(old or '', '^(%d+) (%S)$')
  local found = redis.call('HSCAN', keys.groups, cursor or '0', 'COUNT', digits(MAX_TOUCHED))
  for i = 1, #found[2], 2 do
    local group = {}
    parseGroup(group, found[2][i + 1])
    if group.number > 0 or group.tat > 0 then names[#names + 1] = found[2][i] end
  end
  unit.fields = { 'release', found[1] .. ' ' .. (mark or '-') }
  saveOld(unit, unit.meta, 'release', old)
  if found[1] == '0' then unit.flags = string.gsub(unit.flags, 's', '') end
  releaseGroups(unit, keys, jobs, offset, names, mark == 'r')
  arrangeGroups(unit, keys, jobs, offset)
  if commit(unit, keys) then restoreHead(unit, head) end
  resetUnit(unit)
end
