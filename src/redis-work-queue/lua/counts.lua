-- counts: counts the ids that wait and the ids in processing.
-- Returns ok, "queued processing".
-- Cost: 2 commands.
-- Budget: 130 bytes.
local queue, processing = KEYS.queue, KEYS.processing

return { 'ok', redis.call('LLEN', queue) .. ' ' .. redis.call('LLEN', processing) }
