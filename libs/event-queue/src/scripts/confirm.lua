-- Accepts the server after a restart in place. The caller has checked that it syncs every write; here: it was never a
-- replica since it started, and has none that could have been promoted instead of it.
local replication = redis.call('INFO', 'replication')
local never_promoted = string.match(replication, 'master_replid2:0+%s') ~= nil
if not never_promoted or not string.find(replication, 'role:master', 1, true)
  or not string.find(replication, 'connected_slaves:0', 1, true) then
  return { 'unsafe' }
end
if redis.call('HEXISTS', META, 'epoch') == 0 then return { 'not-ready' } end
redis.call('HSET', META, 'run', server_run_id())
return { 'confirmed' }
