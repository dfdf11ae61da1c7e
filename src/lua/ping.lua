-- ping: whether scripts run at all.
-- Returns ok.
-- Cost: none.
-- Budget: 60 bytes.
return { 'ok' }
