include "free-tick"
include "groups"

-- Returns the group of a job; nil if it has none.
local function groupOf(unit, id)
  local member = unit.members[id]
  return member and member.group and unit.groups[member.group] or nil
end

-- Gives a group that has none a number for the scores of its blocked jobs.
local function numberGroup(unit, keys, group)
  if group.number > 0 then return end
  local last = unit.lastNumber or tonumber(redis.call('HGET', keys.lines, '') or '0')
  repeat last = last % MAX_NUMBER + 1 until redis.call('HEXISTS', keys.lines, digits(last)) == 0
  unit.lastNumber, group.number, group.back = last, last, MIDDLE
end

-- Puts a job among the blocked ones of its group, with a sequence number. `writeGroups` enters those that stay blocked.
local function block(unit, keys, group, id, priority, sequence)
  unit.members[id].mark = '-'
  group.added = append(group.added, { id = id, score = (group.number * 10 + priority) * SEQUENCES + sequence })
end

-- Puts a job after the blocked ones of its group.
local function blockAtBack(unit, keys, group, id, priority)
  numberGroup(unit, keys, group)
  block(unit, keys, group, id, priority, group.back)
  -- At its end, jobs of one priority are in the order of their ids.
  group.back = math.min(group.back + 1, MAX_SEQUENCE)
end

-- Puts a job before the blocked ones of its group.
local function blockInFront(unit, keys, group, id, priority)
  numberGroup(unit, keys, group)
  if not group.fronts then group.fronts = {} end
  local front = group.fronts[priority]
  if not front then
    local first = (group.number * 10 + priority) * SEQUENCES
    local score = redis.call('ZRANGE', keys.blocked, digits(first), digits(first + SEQUENCES - 1), 'BYSCORE', 'LIMIT', '0', '1',
      'WITHSCORES')[2]
    front = score and score % SEQUENCES or MIDDLE
  end
  group.fronts[priority] = math.max(0, front - 1)
  block(unit, keys, group, id, priority, group.fronts[priority])
end

-- Makes a job the head of its group: ready at a place, or delayed until its group may start it.
local function becomeHead(unit, keys, group, id, priority, place, time)
  -- The member of a job that was blocked has not been read if its group has no rate.
  local member, set, score = unit.members[id] or {}, 'ready', place
  group.head, group.hasNewHead, member.mark = id, true, '-'
  if time <= unit.now then
    unit.readied = unit.readied + 1
  else
    member.mark, set, score = 't', 'delayed', dueScore(freeTickAt(unit, keys.delayed, time), priority)
    unit.sooner = true
    limitUntil(unit, time)
  end
  -- A job that returns to the state from which the unit takes it stays there.
  if member.set == set then
    unit.from[set][member.at] = ''
    saveOld(unit, keys[set], id, redis.call('ZSCORE', keys[set], id))
  end
  enter(unit, set, score, id)
end

-- Decides which of the jobs that are to become ready may stay so: the head of a group with a free slot. The others are
-- blocked. Jobs that return from a holder, or from a delay to which their group sent them, come before the others, in the
-- order of their places; the others by their priorities.
local function admitReady(unit, keys, left)
  local list, positions, order = unit.to.ready or {}, {}, {}
  unit.to.ready = nil
  for i = 1, #list, 2 do
    local place, id = list[i], list[i + 1]
    local slot, group, member = left[id], groupOf(unit, id), unit.members[id]
    if not group or unit.old and unit.old[keys.ready .. id] then
      enter(unit, 'ready', place, id)
    elseif member.keptScore then
      unit.readied = unit.readied - 1
      group.added = append(group.added, { id = id, score = member.keptScore + 0 })
    else
      local returns = member.staysHead or slot and member.mark ~= '-'
        or slot == 'held' and (place % BAND <= unit.openTick or unit.limits.order ~= '-')
      positions[#positions + 1], order[i] = i, returns and place - 10 * BAND or priorityOf(place) * #list + i
    end
  end
  unit.readied = unit.readied - #positions
  table.sort(positions, function(a, b) return order[a] < order[b] end)
  for _, i in ipairs(positions) do
    local place, id, returns = list[i], list[i + 1], order[i] < 0
    local group, priority = groupOf(unit, id), priorityOf(place)
    local member, time = unit.members[id], 0
    if not returns or member.staysHead then time = startTime(group, group.tat, member.cost) end
    if returns and time == math.huge then time = 0 end
    if group.head == '' and (returns or group.number == 0 and group.held < group.cap and time < math.huge) then
      becomeHead(unit, keys, group, id, priority, place, time)
    elseif returns then
      unit.sentBack = appendPair(unit.sentBack, place, id)
    else
      blockAtBack(unit, keys, group, id, priority)
      if not group.hasNewHead and priority < (group.bestPriority or 10) then group.bestPriority = priority end
    end
  end
end

-- Sends the heads of groups without order back that come after a job that this unit has blocked by their priority, which takes
-- their place.
local function replaceHeads(unit, keys, jobs, offset)
  local heads, groups = {}, {}
  if unit.limits.order ~= '-' then return end
  for _, group in pairs(unit.groups) do
    if group.bestPriority and group.head ~= '' then
      heads[#heads + 1] = group.head
      groups[group.head] = group
    end
  end
  if #heads == 0 then return end
  table.sort(heads)
  readMembers(unit, jobs, offset, heads)
  local ready, delayed = redis.call('ZMSCORE', keys.ready, unpack(heads)), redis.call('ZMSCORE', keys.delayed, unpack(heads))
  for i, id in ipairs(heads) do
    local set, priority, group = ready[i] and 'ready' or 'delayed', nil, groups[id]
    if ready[i] then priority = priorityOf(ready[i] + 0) elseif delayed[i] then priority = delayed[i] % 10 end
    if priority and priority > group.bestPriority then
      leave(unit, set, id)
      group.head, unit.members[id].isSentBack = '', true
      if set == 'ready' then unit.readied = unit.readied - 1 end
      unit.sentBack = appendPair(unit.sentBack, placeOf(priority, 0), id)
    end
  end
end

-- Puts jobs that return, or that a lease must not start, before the other blocked jobs of their groups, in their order.
-- `sentBack` has the place and the id of each.
local function blockSentBack(unit, keys)
  local list = unit.sentBack or {}
  for i = #list, 2, -2 do
    blockInFront(unit, keys, groupOf(unit, list[i]), list[i], priorityOf(list[i - 1]))
  end
end

-- Returns the first blocked job of a group after the changes of this unit, its score, and its entry if this unit has
-- blocked it.
local function firstBlocked(keys, group)
  local head, score, added
  if group.number == group.oldNumber then
    local from, to = blockedRange(group.number)
    local found =
      redis.call('ZRANGE', keys.blocked, from, to, 'BYSCORE', 'LIMIT', '0', digits(group.leaving + 1), 'WITHSCORES')
    for i = 1, #found, 2 do
      if not head and not (group.gone and group.gone[found[i]]) then head, score = found[i], found[i + 1] + 0 end
    end
  end
  for _, entry in ipairs(group.added or {}) do
    if not score or entry.score < score then head, score, added = entry.id, entry.score, entry end
  end
  return head, score, added
end

-- Gives a group that has a free slot and no head the first of its blocked jobs as its head.
local function admitHead(unit, keys, jobs, offset, group)
  if group.head ~= '' or group.number == 0 or group.held >= group.cap then return end
  local id, score, added = firstBlocked(keys, group)
  if not id then group.number, group.back = 0, 0 end
  if not id or group.pausedUntil == math.huge then return end
  local time = 0
  if group.rate or group.pausedUntil > unit.now then
    readMembers(unit, jobs, offset, { id })
    time = startTime(group, group.tat, unit.members[id] and unit.members[id].cost or 1)
  end
  if added then added.id = nil else leave(unit, 'blocked', id) end
  unit.tick = unit.tick + 1
  -- A lease has set it to its last fence, which is a tick too.
  unit.lastTick = nil
  local priority = priorityOfBlocked(score)
  becomeHead(unit, keys, group, id, priority, placeOf(priority, unit.tick), time)
end
