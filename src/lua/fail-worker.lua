-- failWorker: returns to its place each job that one worker holds; a slice of the leased jobs. The last one forgets the
-- worker. Its fences hold no longer.
-- Returns ok, how many, and the offset to go on from or -.
-- Cost: 5 commands a slice.
-- Budget: 1000 bytes.
local meta, ready, leased, runs, workers = KEYS.meta, KEYS.ready, KEYS.leased, KEYS.runs, KEYS.workers
local worker, offset, limit, channel = ARGV.worker, tonumber(ARGV.offset), tonumber(ARGV.limit), ARGV.channel

include "list"
include "meta"

if not readMeta() then return { 'newer_layout' } end
local ids, gone, back, entries = redis.call('ZRANGE', leased, offset, offset + limit - 1), {}, {}, {}
if #ids > 0 then
  for i, run in ipairs(redis.call('HMGET', runs, unpack(ids))) do
    local order, holder = string.match(run or '', '^L %d+ %d+ %d+ (%d+)[^\n]*\n([^\n]*)')
    if holder == worker then
      gone[#gone + 1] = ids[i]
      push(back, order, ids[i])
      push(entries, ids[i], 'W' .. string.sub(run, 2))
    end
  end
end
if #gone > 0 then
  -- What may be refused comes first: until the last of the three each lease runs out as before.
  redis.call('HSET', runs, unpack(entries))
  redis.call('ZADD', ready, unpack(back))
  redis.call('ZREM', leased, unpack(gone))
  redis.call('HINCRBY', meta, 'reclaimed', #gone)
  redis.call('PUBLISH', channel, 'reclaimed')
end
if #ids == limit then return { 'ok', tostring(#gone), tostring(offset + limit - #gone) } end
redis.call('ZREM', workers, worker)
return { 'ok', tostring(#gone), '-' }
