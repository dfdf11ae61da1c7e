include "jobs"

-- The maximum number of record bytes that one script reads. The first record is read whatever its size.
local MAX_READ_BYTES = 2000000

-- Returns the number of the first `size` records that the script may read after `bytes` of others.
local function countReadable(jobs, offset, ids, size, bytes)
  local number = 0
  for i = 1, size do
    local hash = bucketOf(ids[i])
    bytes = bytes + redis.call('HSTRLEN', jobs[offset + hash], ids[i])
    if bytes > MAX_READ_BYTES then break end
    number = i
  end
  return number
end
