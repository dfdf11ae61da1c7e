-- held: reads the records of jobs that a lease with a lost reply still holds.
-- Returns ok, then 1 for each reference that is held and 0 for any other; then the records of the held jobs and their
-- histories, like turn (lib/steps/lease-ready.lua).
-- Cost: 2 commands a batch, 1 for each hash that it touches.
-- Budget: 1600 bytes.
local leased = KEYS.leased
local jobs, offset = group(KEYS.jobs, 16)
local references = rest(ARGV.items)

include "jobs"

local ids, flags, out, histories = {}, {}, { '' }, {}
for i, reference in ipairs(references) do ids[i] = string.sub(reference, 19) end
local ends, found = redis.call('ZMSCORE', leased, unpack(ids)), readJobs(jobs, offset, ids, 2)
for i, reference in ipairs(references) do
  local record, run = found[i * 2 - 1], found[i * 2]
  local isHeld = ends[i] and record and run and string.sub(run, 1, 18) == string.sub(reference, 1, 18)
  flags[i] = isHeld and '1' or '0'
  if isHeld then
    out[#out + 1] = record
    histories[#histories + 1] = 'H' .. (string.match(run, '^[^\n]*\n[^\n]*(.*)$') or '\n')
  end
end
for _, history in ipairs(histories) do out[#out + 1] = history end
out[1] = 'ok\n' .. table.concat(flags)
return out
