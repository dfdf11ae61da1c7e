include "arrange-groups"

-- Adds a job with a group or a cost to `unit.members`; `text` is "cost group".
local function addMember(unit, bucket, id, text)
  local cost, group = string.match(text, '^(%d+) (.*)$')
  if not hasFlag(unit, 'g') then unit.flags = unit.flags .. 'g' end
  if not unit.members then unit.members = {} end
  unit.members[id] = { mark = '-', cost = cost + 0, group = group ~= '' and group, bucket = bucket }
end

-- Arranges the groups of the jobs that the unit adds. Returns the letters of the jobs: b for a blocked one, d for one
-- that its group has delayed.
local function arrangeAdded(unit, keys, jobs, offset, letters, created)
  arrangeGroups(unit, keys, jobs, offset)
  local list = {}
  for i = 1, #letters do list[i] = string.sub(letters, i, i) end
  for _, set in ipairs({ 'blocked', 'delayed' }) do
    local entries = unit.to[set] or {}
    for i = 2, #entries, 2 do
      local position = created[entries[i]]
      if position then list[position] = string.sub(set, 1, 1) end
    end
  end
  return table.concat(list)
end
