-- What is found out once for a call of Redis, which may be that of several slots (joined.lua).
local run_id, answered = nil, 0
