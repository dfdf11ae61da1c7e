-- leave: notes the queue with which the next run of a clean begins.
-- Returns ok.
-- Cost: 1 command.
-- Budget: 100 bytes.
local rounds = KEYS.rounds
local kind, name = ARGV.kind, ARGV.name

redis.call('HSET', rounds, kind, name)
return 'ok'
