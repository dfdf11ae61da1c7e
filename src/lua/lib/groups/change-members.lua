include "groups"
include "unit"

-- All states, in the order in which a unit's entries of them are counted.
local STATES_WITH_GROUPS = { 'delayed', 'blocked', 'leased', 'failed', 'done', 'ready' }

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

-- Gives a job of the unit another group and another cost. Its former ones are those that `unit.members` has. Returns its new
-- entry there: with `staysHeld`, the job still has the slot that it holds, if its group is the same; with `keptScore` or
-- `staysHead`, it stays at its place among the blocked ones, or the head of its group.
local function changeMember(unit, bucket, id, cost, group)
  local before = unit.members[id] or {}
  local member = { mark = '-', cost = (cost or 1) + 0, group = group and group ~= '' and group, bucket = bucket, text = before.text,
    before = before }
  unit.members[id] = member
  return member
end

-- Lets jobs that leave states and enter them again stay there, with their new scores.
local function keepStaying(unit, keys)
  for _, set in ipairs(STATES_WITH_GROUPS) do
    local entering, list, ids = {}, unit.to[set] or {}, unit.from[set] or {}
    for i = 2, #list, 2 do entering[list[i]] = true end
    for i, id in ipairs(ids) do
      local member = entering[id] and unit.members[id]
      -- A head that only gets another record may still have to leave.
      if entering[id] and not (member and member.isSentBack) then
        ids[i] = ''
        saveOld(unit, keys[set], id, redis.call('ZSCORE', keys[set], id))
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
