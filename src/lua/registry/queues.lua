-- queues: lists the names of the queues of a prefix.
-- Returns ok, then a name each, in no order.
-- Cost: 1 command.
-- Budget: 260 bytes.
local registry = KEYS.registry

include "registry"

local lines = { 'ok' }
for _, name in ipairs(redis.call('ZRANGE', registry, '0', '-1')) do
  if name ~= LAST_STAMP then lines[#lines + 1] = name end
end
return table.concat(lines, '\n')
