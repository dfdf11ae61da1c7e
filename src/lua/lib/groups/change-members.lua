include "groups"
include "unit"

-- All states, in the order in which a unit's entries of them are counted.
local STATES_WITH_GROUPS = { 'delayed', 'blocked', 'leased', 'failed', 'done', 'ready' }

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
