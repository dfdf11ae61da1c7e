include "drop-outdated"
include "release-groups"

-- Removes the field of a job with a group or a cost. Returns 1 if it had one, else 0.
local function removeMember(jobs, id)
  return redis.call('HDEL', jobs[bucketOf(id)], MEMBER_PREFIX .. id)
end

-- Checks the group of a job in a state. A job that holds a slot must be among the holders. A blocked job must have the number
-- of its group; otherwise it becomes ready, and the next lease returns it to its group. Returns 1 for a repair, else 0.
local function auditMember(unit, keys, jobs, set, id, score)
  local member = readMembers(unit, jobs, 0, { id })[id]
  local name = member and member.group
  if name and slotOf(set, member.mark) == 'held' then
    redis.call('HDEL', keys.meta, '')
    return redis.pcall('ZADD', keys.holders, '0', name .. '\0' .. id) == 1 and 1 or 0
  elseif set == 'blocked' then
    local number = (score - score % (10 * SEQUENCES)) / (10 * SEQUENCES)
    if name and readGroups(unit, keys, { name })[name].number == number then return 0 end
    redis.call('HDEL', keys.meta, '')
    if type(redis.pcall('ZADD', keys.ready, placeOf(priorityOfBlocked(score), 0), id)) == 'number' then
      redis.call('ZREM', keys.blocked, id)
      unit.readied = unit.readied + 1
    end
    return 1
  end
  return 0
end

-- Removes holders that hold nothing. Returns their number. Adds the groups of all to `checked`.
local function auditHolders(unit, keys, jobs, holders, checked)
  local ids, names, removed = {}, {}, {}
  for i, holder in ipairs(holders) do
    names[i], ids[i] = string.match(holder, '^(%Z*)%z(.*)$')
    checked[#checked + 1] = names[i]
  end
  if #ids == 0 then return 0 end
  readMembers(unit, jobs, 0, ids)
  local leased = redis.call('ZMSCORE', keys.leased, unpack(ids))
  local delayed, failed = redis.call('ZMSCORE', keys.delayed, unpack(ids)), redis.call('ZMSCORE', keys.failed, unpack(ids))
  for i, id in ipairs(ids) do
    local member = unit.members[id]
    local isHeld = member and member.group == names[i]
      and (leased[i] or member.mark == 'h' and (delayed[i] or failed[i]))
    if not isHeld then removed[#removed + 1] = holders[i] end
  end
  if #removed > 0 then redis.call('ZREM', keys.holders, unpack(removed)) end
  return #removed
end

-- Removes numbers that are not those of their groups. Returns how many.
local function auditNumbers(unit, keys, numbers, texts)
  local names, removed = {}, {}
  for i, text in ipairs(texts) do names[i] = string.match(text, '^%d+ (.+)$') or '' end
  if #names == 0 then return 0 end
  readGroups(unit, keys, names)
  for i, number in ipairs(numbers) do
    if number ~= '' and unit.groups[names[i]].number ~= tonumber(number) then removed[#removed + 1] = number end
  end
  if #removed > 0 then redis.call('HDEL', keys.lines, unpack(removed)) end
  return #removed
end

-- Removes overrides that were only pauses, and are over. Corrects the flag, which is lost with the head.
local function dropPastPauses(unit, keys, groups, texts)
  for i, text in ipairs(texts) do
    if isPastPause(unit, text) then redis.call('HDEL', keys.overrides, groups[i]) end
  end
  local isUsed = redis.call('EXISTS', keys.overrides) == 1
  if isUsed and not hasFlag(unit, 'o') then unit.flags = unit.flags .. 'o'
  elseif not isUsed then unit.flags = string.gsub(unit.flags, 'o', '') end
end

-- Returns those of the groups whose head is delayed by limits for longer than their present limits ask for. `heads` are the
-- heads of groups.
local function groupsToRelease(unit, keys, heads)
  local names = {}
  if #heads == 0 then return names end
  for i, score in ipairs(redis.call('ZMSCORE', keys.delayed, unpack(heads))) do
    local member = unit.members[heads[i]]
    local group = groupOf(unit, heads[i])
    if score and member.mark == 't' and group.head == heads[i]
      and timeOfTick((score - score % 10) / 10) > math.max(unit.now, startTime(group, group.tat, member.cost)) + 1 then
      names[#names + 1] = group.name
    end
  end
  return names
end

-- Corrects the number of holders and the head of groups by `holders` and by the states of the heads, and lets groups go on.
-- To be called once in a unit; `found` may have a name several times. Returns the number of corrections.
local function auditGroups(unit, keys, jobs, found)
  local corrected, names, heads = 0, {}, {}
  table.sort(found)
  for _, name in ipairs(found) do
    if name ~= names[#names] then names[#names + 1] = name end
  end
  -- As they are now, after the repairs of this request.
  unit.members, unit.groups = nil, nil
  readGroups(unit, keys, names)
  for _, name in ipairs(names) do
    if unit.groups[name].head ~= '' then heads[#heads + 1] = unit.groups[name].head end
  end
  readMembers(unit, jobs, 0, heads)
  for _, name in ipairs(names) do
    local group = unit.groups[name]
    local held, head = redis.call('ZLEXCOUNT', keys.holders, '[' .. name .. '\0', '(' .. name .. '\1'), group.head
    local member = unit.members[head]
    local isInLine = member and member.group == name and (redis.call('ZSCORE', keys.ready, head)
      or member.mark == 't' and redis.call('ZSCORE', keys.delayed, head))
    if not isInLine then head = '' end
    local line = group.number > 0 and redis.call('HGET', keys.lines, digits(group.number))
    if group.number > 0 and (not line or string.match(line, '^%d+ (.+)$') ~= name) then
      corrected = corrected + 1
      if line then
        group.number, group.oldNumber = 0, 0
      else
        redis.call('HDEL', keys.meta, '')
        redis.pcall('HSET', keys.lines, digits(group.number), digits(unit.now) .. ' ' .. name)
      end
    end
    if group.held ~= held or group.head ~= head then
      corrected = corrected + 1
      group.held, group.head = held, head
    end
  end
  releaseHeads(unit, keys, jobs, 0, groupsToRelease(unit, keys, heads))
  unit.touched = names
  arrangeGroups(unit, keys, jobs, 0)
  return corrected
end
