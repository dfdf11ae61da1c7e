-- destroy: removes the queue and all its jobs. Keys that stand for one id or one request end by themselves.
-- Returns ok.
-- Cost: 1 command.
-- Budget: 100 bytes.
local keys = rest(KEYS.all)

redis.call('UNLINK', unpack(keys))
return { 'ok' }
