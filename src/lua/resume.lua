-- resume: jobs are leased again, and whoever waits is told.
-- Returns ok.
-- Cost: 3 commands.
-- Budget: 400 bytes.
local meta = KEYS.meta
local channel = ARGV.channel

include "meta"

if not readMeta() then return { 'newer_layout' } end
redis.call('HDEL', meta, 'paused')
redis.call('PUBLISH', channel, 'resumed')
return { 'ok' }
