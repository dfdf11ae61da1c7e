-- read-bulk: reads the bulk operations of a queue.
-- Returns ok, then a line for each: its id, a space, its version and its text.
-- Cost: 1 command.
-- Budget: 250 bytes.
local bulk = KEYS.bulk

local fields, lines = redis.call('HGETALL', bulk), { 'ok' }
for i = 1, #fields, 2 do lines[#lines + 1] = fields[i] .. ' ' .. fields[i + 1] end
return table.concat(lines, '\n')
