-- The ids of read_state_unread_messages, for callers that need no more of the messages.
CREATE OR REPLACE FUNCTION read_state_unread_above(p_user_id int, p_from bigint, p_below bigint, p_recipient_id int)
RETURNS TABLE (message_id bigint)
LANGUAGE sql STABLE AS $$
  SELECT u.id FROM read_state_unread_messages(p_user_id, p_from, p_below, p_recipient_id) u
$$;
