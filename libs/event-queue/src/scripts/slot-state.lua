local meta = redis.call('HMGET', META, 'version', 'epoch', 'seq', 'run')
return { tonumber(meta[1] or 0), meta[2], meta[3], meta[4] == server_run_id() and 1 or 0 }
