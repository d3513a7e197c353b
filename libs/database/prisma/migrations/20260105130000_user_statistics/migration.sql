-- A sample sees each user so rarely that PostgreSQL takes users for fewer than they are, and so a user's rows for many: with
-- 500,000 of them it read an index by (recipient_id, user_id) from end to end to find the 30 spans of a user, 30 ms a time.
-- A user has some tens of channels, whatever the size of the organization. Counts from the next ANALYZE on.
ALTER TABLE membership_span ALTER COLUMN user_id SET (n_distinct = -0.03);
ALTER TABLE subscription ALTER COLUMN user_id SET (n_distinct = -0.03);
