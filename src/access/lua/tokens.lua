-- tokens: lists the stored tokens of a prefix, and the times at which tokens were last used.
-- Returns ok, then "name text" of each token, and "@name time" of each use.
-- Cost: 1 command.
-- Budget: 200 bytes.
local tokens = KEYS.tokens

local lines, fields = { 'ok' }, redis.call('HGETALL', tokens)
for i = 1, #fields, 2 do lines[#lines + 1] = fields[i] .. ' ' .. fields[i + 1] end
return table.concat(lines, '\n')
