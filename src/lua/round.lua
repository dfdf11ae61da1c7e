-- round: the names of the queues of a prefix, beginning where the last run of a clean stopped.
-- Returns ok, then a name each, after "-": from that one on in the order of the alphabet, then those before it.
-- Cost: 3 commands.
-- Budget: 260 bytes.
local registry, rounds = KEYS.registry, KEYS.rounds
local kind = ARGV.kind

-- The queue of that name may be gone; then its successor is the first.
local first, out = redis.call('HGET', rounds, kind) or '', { 'ok' }
for _, range in ipairs({ { '[' .. first, '+' }, { '-', '(' .. first } }) do
  for _, name in ipairs(redis.call('ZRANGE', registry, range[1], range[2], 'BYLEX')) do out[#out + 1] = '-' .. name end
end
return out
