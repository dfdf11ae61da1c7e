-- Splits a follower into its record, its cost and its group, nil for neither.
local function parseFollower(follower)
  local cost, group, at = string.match(follower, '^\1(%d+) ([^\n]*)\n()')
  return at and string.sub(follower, at) or follower, cost, group
end
