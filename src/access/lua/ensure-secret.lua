-- ensure-secret: returns the secret of a prefix. The first call stores `fresh` as the secret.
-- Returns ok, then the secret.
-- Cost: 2 commands.
-- Budget: 150 bytes.
local secret = KEYS.secret
local fresh = ARGV.fresh

redis.call('SET', secret, fresh, 'NX')
return 'ok\n' .. redis.call('GET', secret)
