-- A job is one or two fields of one of 16 hashes: its id holds its record, RUN and its id hold its run. Ids hold no control
-- characters, so that no run can be taken for a record. The hashes stand as `jobs`, a list, and `offset`: the hash with the
-- number n is jobs[offset + n].
local RUN = '\t'

-- The number of the hash that holds a job, from 1 on; the same function as in core/keys.ts.
local function hashNumber(id)
  local length, y, z = #id, string.byte(id, -2, -1)
  return (length + string.byte(id, (length + length % 2) / 2) + y + (z or 0)) % 16 + 1
end

-- The hashes that a request declares, by their numbers; `numbers` are these as hexadecimal digits.
local function declaredHashes(keys, first, numbers)
  local jobs = {}
  for i = 1, #numbers do jobs[tonumber(string.sub(numbers, i, i), 16) + 1] = keys[first + i - 1] end
  return jobs
end

-- Reads the runs of jobs; where `step` is 2, their records and runs by turns. Returns the values in the order of the ids,
-- false where there is none; the hash that holds all the jobs, or else nothing and the hash of each; and the names of the
-- fields that were read.
local function readJobs(jobs, offset, ids, step)
  local fields, hashes, first = {}, {}, nil
  local isOne = true
  for i = 1, #ids do
    local id = ids[i]
    local number = hashNumber(id)
    if step == 2 then fields[i * 2 - 1] = id end
    fields[i * step] = RUN .. id
    hashes[i] = jobs[offset + number]
    first = first or number
    isOne = isOne and number == first
  end
  local only = hashes[1]
  if isOne then
    local found = redis.call('HMGET', only, unpack(fields))
    return found, only, nil, fields
  end
  local values, lists, places = {}, {}, {}
  for i = 1, #ids do
    local hash = hashes[i]
    if not lists[hash] then lists[hash], places[hash] = {}, {} end
    local list, own = lists[hash], places[hash]
    for n = (i - 1) * step + 1, i * step do
      list[#list + 1] = fields[n]
      own[#own + 1] = n
    end
  end
  for hash, list in pairs(lists) do
    local found, own = redis.call('HMGET', hash, unpack(list)), places[hash]
    for n = 1, #list do values[own[n]] = found[n] end
  end
  return values, nil, hashes, fields
end
