include "groups"
include "job-writes"

-- Writes the groups that have changed, and removes those that are idle.
local function writeGroups(unit, keys)
  for name, group in pairs(unit.groups) do
    for _, entry in ipairs(group.added or {}) do
      if entry.id then enter(unit, 'blocked', digits(entry.score), entry.id) end
    end
    local text
    if group.tat <= (unit.now - EPOCH) * 1000 then group.tat = 0 end
    if group.held > 0 or group.head ~= '' or group.number > 0 or group.tat > 0 then text = formatGroup(group) end
    putField(unit, keys.groups, name, text, group.text)
    if group.number ~= group.oldNumber then
      if group.number > 0 then
        writeField(unit, keys.lines, digits(group.number), digits(unit.now) .. ' ' .. name)
      end
      if group.oldNumber > 0 then dropField(unit, keys.lines, digits(group.oldNumber)) end
    end
  end
  if unit.lastNumber then putField(unit, keys.lines, '', digits(unit.lastNumber), redis.call('HGET', keys.lines, '')) end
end

-- Writes the members whose marks have changed, and removes those whose jobs are removed.
local function writeMembers(unit)
  local removed = {}
  for _, list in pairs(unit.drops or {}) do
    for _, field in ipairs(list) do removed[field] = true end
  end
  for id, member in pairs(unit.members) do
    if member then
      local text
      if not removed[id] and (member.group or member.cost ~= 1) then text = formatMember(member) end
      putField(unit, member.bucket, MEMBER_PREFIX .. id, text, member.text)
      if not member.text and text then unit.runsMore = (unit.runsMore or 0) + 1 end
      if member.text and not text then unit.runsLess = (unit.runsLess or 0) + 1 end
    end
  end
end
