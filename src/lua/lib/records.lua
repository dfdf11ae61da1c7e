-- Records live in 16 hashes; which one is a pure function of the id, the same as in core/keys.ts.
local function bucketOf(id)
  local y, z = string.byte(id, -2, -1)
  return (#id + string.byte(id, math.ceil(#id / 2)) + y + (z or 0)) % 16 + 1
end

-- Ids by bucket, and where each stood in the list.
local function byBucket(ids)
  local groups, places = {}, {}
  for i, id in ipairs(ids) do
    local bucket = bucketOf(id)
    local group = groups[bucket]
    if not group then
      group = {}
      groups[bucket], places[bucket] = group, {}
    end
    group[#group + 1] = id
    places[bucket][#group] = i
  end
  return groups, places
end

-- The records of ids, each in its id's place; false where there is none.
local function recordsOf(jobs, ids)
  local records = {}
  local groups, places = byBucket(ids)
  for bucket, group in pairs(groups) do
    for i, record in ipairs(redis.call('HMGET', jobs[bucket], unpack(group))) do
      records[places[bucket][i]] = record
    end
  end
  return records
end

local function dropRecords(jobs, ids)
  for bucket, group in pairs(byBucket(ids)) do redis.call('HDEL', jobs[bucket], unpack(group)) end
end
