-- outbox: reads entries of the outbox with ticks above `after`, the first `limit` of them. It stops after the entry with which they
-- exceed `bytes` together.
-- Returns ok; "now entries born", with the number of all entries and the time at which the queue was created; then the entries
-- (lib/follow-ups/outbox.lua).
-- Cost: 5 commands; 1 for each entry if payloads are large.
-- On demand.
-- Budget: 2000 bytes.
local meta, outbox = KEYS.meta, KEYS.outbox
local times, after, limit, maxBytes = ARGV.times, ARGV.after, tonumber(ARGV.limit), tonumber(ARGV.bytes)

include "unit"

local unit = newUnit(meta)
local status = openUnit(unit, times)
if status then return status end
local born = redis.call('HGET', meta, 'born') or '0'
local out, bytes, step = { 'ok\n' .. digits(unit.now) .. ' ' .. redis.call('ZCARD', outbox) .. ' ' .. born }, 0, limit
-- Entries of a queue with large payloads are read one by one.
if hasFlag(unit, 'l') then step = 1 end
while #out <= limit and bytes < maxBytes do
  local found = redis.call('ZRANGE', outbox, '(' .. after, '+inf', 'BYSCORE', 'LIMIT', digits(#out - 1), digits(step))
  for _, entry in ipairs(found) do
    out[#out + 1] = entry
    bytes = bytes + #entry
  end
  if #found < step then break end
end
return out
