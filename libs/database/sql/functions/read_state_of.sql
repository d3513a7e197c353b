-- Everything that flags are made of, for messages that exist.
CREATE OR REPLACE FUNCTION read_state_of(p_user_id int, p_message_ids bigint[])
RETURNS TABLE (message_id bigint, recipient_id int, is_direct boolean, receipt int, bits int, is_read boolean,
  channel_wildcard boolean, born_read boolean)
LANGUAGE sql STABLE AS $$
  SELECT (s.message).id, (s.message).recipient_id, s.is_direct, s.receipt, s.bits, s.is_read, s.channel_wildcard,
    (s.message).born_read
  FROM messages_with_state(p_user_id, p_message_ids) s
$$;
