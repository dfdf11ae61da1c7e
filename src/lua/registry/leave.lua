-- leave: notes where a clean of all queues has stopped.
-- Returns ok.
-- Cost: 1 command.
-- Budget: 100 bytes.
local rounds = KEYS.rounds
local kind, note = ARGV.kind, ARGV.note

redis.call('HSET', rounds, kind, note)
return 'ok'
