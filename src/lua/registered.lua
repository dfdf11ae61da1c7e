-- registered: notes in the queue that the registry knows it, so that enqueue need not ask for it again. Not in one that
-- was destroyed meanwhile: its name is forgotten, and has to be entered when it is made again.
-- Returns ok.
-- Cost: 2 commands.
-- Budget: 150 bytes.
local meta = KEYS.meta

if redis.call('EXISTS', meta) == 1 then redis.call('HSET', meta, 'registered', 1) end
return { 'ok' }
