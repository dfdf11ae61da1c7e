include "commit"
include "release-groups"
include "wake"

-- Stores the limits that a client declares, if their version is higher than that of the queue's. The first that are declared
-- for a version stay. Returns true if the queue has other limits than the client declares; then a refusal, if they could not
-- be stored.
local function adoptLimits(unit, keys, jobs, offset, declared)
  if declared == '' then return false end
  local stored = redis.call('HGET', unit.meta, 'limits')
  if stored == declared then return false end
  if stored and string.match(stored, '^%d+') - string.match(declared, '^%d+') >= 0 then return true end
  if not hasFlag(unit, 'g') then unit.flags = unit.flags .. 'g' end
  unit.fields = { 'limits', declared }
  saveOld(unit, unit.meta, 'limits', stored)
  if unit.isNew then
    pushPair(unit.fields, 'born', digits(unit.now))
    addListener(unit)
  end
  readLimits(unit, declared)
  releaseAll(unit, keys, jobs, offset, stored, declared)
  arrangeGroups(unit, keys, jobs, offset)
  unit.readied = math.max(unit.readied, redis.call('ZCARD', keys.ready))
  local refused = commit(unit, keys)
  resetUnit(unit)
  unit.isNew = false
  return false, refused
end
