-- workers: lists the known workers, and the holders of a slice of the leased jobs.
-- Returns ok, then "now next": the time, and the offset of the next slice or -; in the first slice "W seen name" of
-- each worker; "H ends fence id" of each leased job and, in the next line, a dash and its worker.
-- Cost: 5 commands a slice, 1 for each hash that it touches.
-- Budget: 2700 bytes.
local meta, leased, workers = KEYS.meta, KEYS.leased, KEYS.workers
local jobs, offset = group(KEYS.jobs, 16)
local times, from, limit = ARGV.times, tonumber(ARGV.from), tonumber(ARGV.limit)

include "jobs"
include "unit"

local unit = newUnit(meta)
local status = openUnit(unit, times)
if status then return status end
local held = redis.call('ZRANGE', leased, digits(from), digits(from + limit - 1), 'WITHSCORES')
local out = { 'ok', digits(unit.now) .. ' ' .. (#held < limit * 2 and '-' or digits(from + limit)) }
local known = from == 0 and redis.call('ZRANGE', workers, '0', '999', 'WITHSCORES') or {}
for i = 1, #known, 2 do out[#out + 1] = 'W ' .. known[i + 1] .. ' ' .. known[i] end
local ids = {}
for i = 1, #held, 2 do ids[#ids + 1] = held[i] end
if #ids > 0 then
  local runs = readJobs(jobs, offset, ids, 1)
  for i, id in ipairs(ids) do
    local fence, worker = string.match(runs[i] or '', '^L (%d+)[^\n]*\n([^\n\31]*)')
    out[#out + 1] = 'H ' .. held[i * 2] .. ' ' .. (fence or '0') .. ' ' .. id
    out[#out + 1] = '-' .. (worker or '')
  end
end
return table.concat(out, '\n')
