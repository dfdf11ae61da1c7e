include "jobs"

-- The most bytes of records that one request reads, beside the first record.
local MOST_BYTES = 2000000

-- How many of these records may be read, after `bytes` of others.
local function readable(jobs, offset, ids, size, bytes)
  local number = 0
  for i = 1, size do
    local own = hashNumber(ids[i])
    bytes = bytes + redis.call('HSTRLEN', jobs[offset + own], ids[i])
    if bytes > MOST_BYTES then break end
    number = i
  end
  return number
end
