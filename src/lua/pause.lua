-- pause: nothing is leased until resume; everything else goes on.
-- Returns ok.
-- Cost: 2 commands.
-- Budget: 350 bytes.
local meta = KEYS.meta

include "meta"

if not readMeta() then return { 'newer_layout' } end
redis.call('HSET', meta, 'layout', LAYOUT, 'paused', 1)
return { 'ok' }
