-- round: lists the names of the queues of a prefix in the order of a clean, which begins with the queue that the last
-- run noted, or the next one.
-- Returns ok, then a name each: from that one on in alphabetical order, then the ones before it.
-- Cost: 3 commands.
-- Budget: 300 bytes.
local registry, rounds = KEYS.registry, KEYS.rounds
local kind = ARGV.kind

local first, names = redis.call('HGET', rounds, kind) or '', { 'ok' }
for _, name in ipairs(redis.call('ZRANGE', registry, '[' .. first, '+', 'BYLEX')) do names[#names + 1] = name end
for _, name in ipairs(redis.call('ZRANGE', registry, '-', '(' .. first, 'BYLEX')) do names[#names + 1] = name end
return table.concat(names, '\n')
