include "admit-jobs"
include "change-members"
include "write-groups"

-- Returns the part of its group to which a job in a state belongs: held, head, blocked, or nil.
local function slotOf(set, mark)
  if set == 'leased' or mark == 'h' and (set == 'delayed' or set == 'failed') then return 'held' end
  if set == 'ready' or mark == 't' and set == 'delayed' then return 'head' end
  return set == 'blocked' and set or nil
end

-- Returns the ids that a unit takes from states or puts into them, each once.
local function movedIds(unit)
  local ids, seen = {}, {}
  local function add(id)
    if not seen[id] and id ~= PADDING then
      seen[id] = true
      ids[#ids + 1] = id
    end
  end
  for _, set in ipairs(STATES_WITH_GROUPS) do
    for _, id in ipairs(unit.from[set] or {}) do add(id) end
    local list = unit.to[set] or {}
    for i = 2, #list, 2 do add(list[i]) end
  end
  return ids
end

-- Counts the jobs that leave states of the unit. Returns the parts of their groups to which they belonged, by id, unless they
-- give these up.
local function countLeaving(unit, moved)
  local left = {}
  for _, set in ipairs(STATES_WITH_GROUPS) do
    for i, id in ipairs(unit.from[set] or {}) do
      local member = unit.members[id]
      local before = member and member.before or member
      local group = before and before.group and unit.groups[before.group]
      -- A list of ids may have one twice.
      if group and member.set ~= set then
        member.set, member.at = set, i
        local slot = slotOf(set, before.mark)
        if not member.before or member.staysHeld and slot == 'held' and before.group == member.group then left[id] = slot end
        if slot == 'head' then
          if group.head == id then group.head = '' end
        elseif slot == 'blocked' then
          group.leaving = group.leaving + 1
          if not group.gone then group.gone = {} end
          group.gone[id] = true
        elseif slot then
          local holder = group.name .. '\0' .. id
          group.held, moved[holder] = group.held - 1, (moved[holder] or 0) - 1
        end
      end
    end
  end
  return left
end

-- Counts the jobs that enter other states than ready, and sets their marks. `moved` has the changes of `holders`.
local function countEntering(unit, keys, left, moved)
  for _, set in ipairs(STATES_WITH_GROUPS) do
    local list = set ~= 'ready' and unit.to[set] or {}
    for i = 2, #list, 2 do
      local id = list[i]
      local group = groupOf(unit, id)
      local isRewritten = unit.old and unit.old[keys[set] .. id]
      -- A late holder retries a job that its group has delayed.
      if group and isRewritten and set == 'delayed' then
        left[id], isRewritten = 'head', nil
        if group.head == id then group.head = '' end
      end
      if group and not isRewritten then
        local member, order = unit.members[id], unit.limits.order
        if set == 'delayed' and unit.limited and unit.limited[id] then
          member.mark = 't'
        else
          member.mark = left[id] and (set == 'delayed' and order ~= '-' or set == 'failed' and order == 's') and 'h' or '-'
        end
        local slot = slotOf(set, member.mark)
        if slot == 'head' then
          group.head = id
        elseif slot then
          local holder = group.name .. '\0' .. id
          group.held, moved[holder] = group.held + 1, (moved[holder] or 0) + 1
        end
        if set == 'leased' and group.rate then group.tat = spendTokens(unit, group.rate, group.tat, member.cost) end
      end
    end
  end
end

-- Returns the number of jobs that a unit takes from a state.
local function countLeft(unit, set)
  local number, seen = 0, {}
  -- A list of ids may have one twice; an empty one stays.
  for _, id in ipairs(unit.from[set] or {}) do
    if id ~= '' and id ~= PADDING and not seen[id] then
      seen[id] = true
      number = number + 1
    end
  end
  return number
end

-- Returns the number of ready jobs after this unit.
local function countReady(unit, keys)
  local number, list = redis.call('ZCARD', keys.ready) - countLeft(unit, 'ready'), unit.to.ready or {}
  for i = 2, #list, 2 do
    if not (unit.old and unit.old[keys.ready .. list[i]]) then number = number + 1 end
  end
  return number
end

-- Counts the ready jobs that may start because the unit frees slots of a queue that had none, so that listeners wake.
local function countFreedSlots(unit, keys)
  local cap = unit.limits.queueCap
  if cap == math.huge or not unit.from.leased then return end
  local leased = redis.call('ZCARD', keys.leased)
  local free = cap - leased + countLeft(unit, 'leased') - #(unit.to.leased or {}) / 2
  if leased >= cap and free > unit.readied then unit.readied = math.max(unit.readied, math.min(free, countReady(unit, keys))) end
end

-- Follows the jobs that the unit moves, and the groups in `unit.touched`, whose limits have changed or of which a lease has
-- left the next job: counts the jobs in their groups, lets groups with free slots go on, and blocks jobs of groups without
-- one. To be called once in a unit that moves jobs, before its commit. `set` is the state from which the unit takes jobs under
-- the name `state`.
local function arrangeGroups(unit, keys, jobs, offset, set)
  if not hasFlag(unit, 'g') then return end
  if set then unit.from[set] = unit.from.state end
  local ids, names, seen, moved = movedIds(unit), {}, {}, {}
  if #ids == 0 and not unit.touched then return end
  if not unit.limits then readLimits(unit) end
  readMembers(unit, jobs, offset, ids)
  -- A failed job that stops its group goes on before the others.
  for id, new in pairs(unit.followed or {}) do
    changeMember(unit, new.bucket, id, new.cost, new.group).staysHeld = new.hasFailed and unit.limits.order == 's'
  end
  local function add(name)
    if name and not seen[name] then
      seen[name] = true
      names[#names + 1] = name
    end
  end
  -- In the order of their turns, then the others.
  for _, name in ipairs(unit.touched or {}) do add(name) end
  for _, id in ipairs(ids) do
    local member = unit.members[id]
    if member and member.before then add(member.before.group) end
    if member then add(member.group) end
  end
  readGroups(unit, keys, names)
  local left = countLeaving(unit, moved)
  countEntering(unit, keys, left, moved)
  admitReady(unit, keys, left)
  replaceHeads(unit, keys, jobs, offset)
  blockSentBack(unit, keys)
  for _, name in ipairs(names) do admitHead(unit, keys, jobs, offset, unit.groups[name]) end
  for holder, change in pairs(moved) do
    if change > 0 then enter(unit, 'holders', '0', holder) elseif change < 0 then leave(unit, 'holders', holder) end
  end
  -- Before the groups, which may drop numbers from `lines` that are also ids.
  writeMembers(unit)
  writeGroups(unit, keys)
  countFreedSlots(unit, keys)
  if unit.followed or unit.replaces then keepStaying(unit, keys) end
  if set then unit.from[set] = nil end
end
