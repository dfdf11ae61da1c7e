-- list-tokens: lists the stored tokens of a prefix, and the time at which each token was last used.
-- Returns ok, then a line "name text" for each token and a line "@name time" for each use.
-- Cost: 1 command.
-- Budget: 200 bytes.
local tokens = KEYS.tokens

local lines, fields = { 'ok' }, redis.call('HGETALL', tokens)
for i = 1, #fields, 2 do lines[#lines + 1] = fields[i] .. ' ' .. fields[i + 1] end
return table.concat(lines, '\n')
