-- destroy: removes the queue and all its jobs. What is kept for one result or one request ends by itself.
-- Returns ok.
-- Cost: 1 command.
-- Budget: 80 bytes.
local keys = rest(KEYS.all)

redis.call('UNLINK', unpack(keys))
return 'ok'
