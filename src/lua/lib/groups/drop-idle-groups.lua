include "groups"

-- The number of groups that one command reads, and the number of commands.
local GROUPS_IN_SAMPLE = '100'
local MAX_SAMPLES = 10

-- Removes idle groups whose bucket of tokens is full again, as Redis does with keys past their time to live: from a random
-- sample, and again while a quarter of the sample was idle.
local function dropIdleGroups(unit, keys)
  if not hasFlag(unit, 'g') then return end
  local number, samples = 0, 0
  repeat
    local sample, idle, group = redis.pcall('HRANDFIELD', keys.groups, GROUPS_IN_SAMPLE, 'WITHVALUES'), {}, {}
    if sample.err then return end
    for i = 1, #sample, 2 do
      parseGroup(group, sample[i + 1])
      if group.held == 0 and group.head == '' and group.number == 0 and group.tat <= (unit.now - EPOCH) * 1000 then
        idle[#idle + 1] = sample[i]
      end
    end
    number, samples = #idle, samples + 1
    if number > 0 then redis.pcall('HDEL', keys.groups, unpack(idle)) end
  until number < GROUPS_IN_SAMPLE / 4 or samples == MAX_SAMPLES
end
