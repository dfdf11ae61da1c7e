-- A job is one to four fields of one of 16 hashes: the id holds the record, RUN_PREFIX and the id hold the run, MEMBER_PREFIX and
-- the id hold its group and cost (lib/groups/groups.lua), and FOLLOWER_PREFIX and the id hold its follower
-- (lib/duplicates/followers.lua). Ids contain no control characters, so only a record has the field of a record. Hash number n
-- is `jobs[offset + n]`.
local RUN_PREFIX = '\t'
local FOLLOWER_PREFIX = '\4'

-- Returns the number of the hash of a job, 1 to 16, from all bytes of its id.
local function bucketOfBytes(id)
  local sum = #id
  for i = 1, #id, 8 do
    local a, b, c, d, e, f, g, h = string.byte(id, i, i + 7)
    sum = (sum * 31 + a + (b or 0) * 3 + (c or 0) * 5 + (d or 0) * 7 + (e or 0) * 11 + (f or 0) * 13 + (g or 0) * 17
      + (h or 0) * 19) % 65521
  end
  return sum % 16 + 1
end

-- Returns the number of the hash of a job, like `bucketOf` in src/engine/keys.ts. A generated id contains it: "_", the
-- number as a hexadecimal digit, and 11 random characters.
local function bucketOf(id)
  local first, digit = string.byte(id, 1, 2)
  if first == 95 and #id == 13 and digit < 103 and digit > 47 and (digit < 58 or digit > 96) then
    return digit < 58 and digit - 47 or digit - 86
  end
  return bucketOfBytes(id)
end

-- Returns the hashes that a request declares, by number; `numbers` lists them as hexadecimal digits from 0.
local function declaredBuckets(keys, first, numbers)
  local jobs = {}
  for i = 1, #numbers do jobs[tonumber(string.sub(numbers, i, i), 16) + 1] = keys[first + i - 1] end
  return jobs
end

-- Reads the runs of jobs, or with `step` 2 the record and the run of each. Returns the values in the order of the ids,
-- false for a missing one; then the hash if it is known that all jobs share it, else nil and the hash of each; then the
-- fields.
local function readJobs(jobs, offset, ids, step)
  local fields = {}
  for i = 1, #ids do
    local id = ids[i]
    if step == 2 then fields[i * 2 - 1] = id end
    fields[i * step] = RUN_PREFIX .. id
  end
  local oneBucket = bucketOf(ids[1])
  local last = bucketOf(ids[#ids])
  if oneBucket == last then
    -- Jobs that were enqueued together share a hash. If a record is missing, these may not.
    local found, isWhole = nil, step == 2
    if isWhole then
      found = redis.call('HMGET', jobs[offset + oneBucket], unpack(fields))
      for i = 1, #ids do
        if not found[i * 2 - 1] then isWhole = false break end
      end
    end
    if isWhole then return found, jobs[offset + oneBucket], nil, fields end
  end
  local buckets, values, lists, places = {}, {}, {}, {}
  for i = 1, #ids do
    local number = bucketOf(ids[i])
    local bucket = jobs[offset + number]
    buckets[i] = bucket
    if not lists[bucket] then lists[bucket], places[bucket] = {}, {} end
    local list, own = lists[bucket], places[bucket]
    for n = (i - 1) * step + 1, i * step do
      local size = #list + 1
      list[size], own[size] = fields[n], n
    end
  end
  for bucket, list in pairs(lists) do
    local found, own = redis.call('HMGET', bucket, unpack(list)), places[bucket]
    for n = 1, #list do values[own[n]] = found[n] end
  end
  return values, nil, buckets, fields
end
