-- workers: who was seen, and what each holds; a slice of the leased jobs.
-- Returns ok, "now next", next being the offset to go on from or -; then "W seen name" of each worker, on the first slice,
-- and "H ends fence id" and worker, in two lines, of each leased job.
-- Cost: 5 commands a slice.
-- Budget: 1000 bytes.
local meta, leased, runs, workers = KEYS.meta, KEYS.leased, KEYS.runs, KEYS.workers
local clock, offset, limit = ARGV.clock, tonumber(ARGV.offset), tonumber(ARGV.limit)

include "clock"
include "meta"

if not readMeta() then return { 'newer_layout' } end
local held = redis.call('ZRANGE', leased, offset, offset + limit - 1, 'WITHSCORES')
local out = { 'ok', string.format('%.0f ', timeNow()) .. (#held < limit * 2 and '-' or offset + limit) }
local known = offset == 0 and redis.call('ZRANGE', workers, 0, limit - 1, 'WITHSCORES') or {}
for i = 1, #known, 2 do out[#out + 1] = 'W ' .. known[i + 1] .. ' ' .. known[i] end
local ids = {}
for i = 1, #held, 2 do ids[#ids + 1] = held[i] end
if #ids > 0 then
  for i, run in ipairs(redis.call('HMGET', runs, unpack(ids))) do
    local fence, worker = string.match(run or '', '^L (%d+)[^\n]*\n([^\n]*)')
    out[#out + 1] = table.concat({ 'H', held[i * 2], fence or 0, ids[i] }, ' ') .. '\n' .. (worker or '')
  end
end
return out
