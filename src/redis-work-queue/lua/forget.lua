-- forget: deletes the replies to requests that were answered.
-- Returns ok.
-- Cost: 1 command.
-- Budget: 60 bytes.
local answered = rest(KEYS.answered)

redis.call('DEL', unpack(answered))
return 'ok'
