-- add-audit-entry: adds an entry to the audit log, which keeps about `keep` entries.
-- Returns ok.
-- Cost: 1 command.
-- Budget: 120 bytes.
local audit = KEYS.audit
local entry, keep = ARGV.entry, ARGV.keep

redis.call('XADD', audit, 'MAXLEN', '~', keep, '*', 'e', entry)
return 'ok'
