include "groups"
include "lease-ready"
include "complete"

-- Reads two fields of each job. Returns the values, two for each id, and the number of the hash of each.
local function readTwoFields(jobs, offset, ids, firstPrefix, secondPrefix)
  if #ids == 1 then
    local only = bucketOf(ids[1])
    return redis.call('HMGET', jobs[offset + only], firstPrefix .. ids[1], secondPrefix .. ids[1]), { only }
  end
  local values, numbers, lists, places = {}, {}, {}, {}
  for i = 1, #ids do
    local id = ids[i]
    local number = bucketOf(id)
    local list, own = lists[number], places[number]
    if not list then
      list, own = {}, {}
      lists[number], places[number] = list, own
    end
    local size = #own
    own[size + 1], list[size * 2 + 1], list[size * 2 + 2] = i, firstPrefix .. id, secondPrefix .. id
    numbers[i] = number
  end
  for number, list in pairs(lists) do
    local found, own = redis.call('HMGET', jobs[offset + number], unpack(list)), places[number]
    for n = 1, #own do
      local at = own[n] * 2
      values[at - 1], values[at] = found[n * 2 - 1], found[n * 2]
    end
  end
  return values, numbers
end

-- Reads the fields with the groups of jobs.
local function readMemberTexts(jobs, offset, ids)
  if #ids == 1 then
    local only = bucketOf(ids[1])
    return { redis.call('HGET', jobs[offset + only], MEMBER_PREFIX .. ids[1]) }
  end
  local values, lists, places = {}, {}, {}
  for i = 1, #ids do
    local id = ids[i]
    local number = bucketOf(id)
    local list, own = lists[number], places[number]
    if not list then
      list, own = {}, {}
      lists[number], places[number] = list, own
    end
    local size = #own
    own[size + 1], list[size + 1] = i, MEMBER_PREFIX .. id
  end
  for number, list in pairs(lists) do
    local found, own = redis.call('HMGET', jobs[offset + number], unpack(list)), places[number]
    for n = 1, #own do values[own[n]] = found[n] end
  end
  return values
end
