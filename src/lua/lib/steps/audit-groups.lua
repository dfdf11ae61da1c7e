include "release-heads"

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
    if name and readGroups(unit, keys, jobs, 0, { name })[name].number == number then return 0 end
    redis.call('HDEL', keys.meta, '')
    if type(redis.pcall('ZADD', keys.ready, placeOf(priorityOfBlocked(score), 0), id)) == 'number' then
      redis.call('ZREM', keys.blocked, id)
      unit.readied = unit.readied + 1
    end
    return 1
  end
  return 0
end

-- Removes holders that hold nothing. Returns their number.
local function auditHolders(unit, keys, jobs, holders)
  local ids, names, removed = {}, {}, {}
  for i, holder in ipairs(holders) do names[i], ids[i] = string.match(holder, '^(%Z*)%z(.*)$') end
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

-- Corrects the numbers and the heads of groups by `holders`, by `blocked` and by the states of the heads, and lets them go on.
-- To be called once in a unit. Returns the number of corrections.
local function auditGroups(unit, keys, jobs, names)
  local corrected = 0
  -- As they are now, after the repairs of this request.
  unit.members, unit.groups = nil, nil
  readGroups(unit, keys, jobs, 0, names)
  for _, name in ipairs(names) do
    local group = unit.groups[name]
    local held = redis.call('ZLEXCOUNT', keys.holders, '[' .. name .. '\0', '(' .. name .. '\1')
    local blocked, head = 0, group.head
    if group.number > 0 then
      local from, to = blockedRange(group)
      blocked = redis.call('ZCOUNT', keys.blocked, from, to)
    end
    if head ~= '' then
      local member = readMembers(unit, jobs, 0, { head })[head]
      local isInLine = redis.call('ZSCORE', keys.ready, head)
        or member and member.mark == 't' and redis.call('ZSCORE', keys.delayed, head)
      if not isInLine or not member or member.group ~= name then head = '' end
    end
    if group.held ~= held or group.blocked ~= blocked or group.head ~= head then
      corrected = corrected + 1
      group.held, group.blocked, group.head = held, blocked, head
    end
  end
  unit.touched = names
  arrangeGroups(unit, keys, jobs, 0)
  return corrected
end
