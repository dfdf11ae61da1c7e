-- list-audit-entries: reads up to `limit` entries of the audit log from an id on.
-- Returns ok, then a line "id entry" for each.
-- Cost: 1 command.
-- Budget: 200 bytes.
local audit = KEYS.audit
local from, limit = ARGV.from, ARGV.limit

local lines = { 'ok' }
for i, entry in ipairs(redis.call('XRANGE', audit, from, '+', 'COUNT', limit)) do
  lines[i + 1] = entry[1] .. ' ' .. entry[2][2]
end
return table.concat(lines, '\n')
