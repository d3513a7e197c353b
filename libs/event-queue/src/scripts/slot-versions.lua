#!lua flags=no-writes
-- The version of each slot, in the order of the keys, which are those of META in scripts/common.lua. 0: nothing there.
local versions = {}
for index, key in ipairs(KEYS) do versions[index] = tonumber(redis.call('HGET', key, 'version') or 0) end
return versions
