-- storeCursor: stores the cursor at which the next clean of all queues of a kind begins.
-- Returns ok.
-- Cost: 1 command.
-- Budget: 100 bytes.
local rounds = KEYS.rounds
local kind, cursor = ARGV.kind, ARGV.cursor

redis.call('HSET', rounds, kind, cursor)
return 'ok'
