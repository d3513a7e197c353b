-- Whether a user holds a message: what the API calls having a row.
CREATE OR REPLACE FUNCTION message_received(p_user_id int, p_message_id bigint) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT COALESCE((SELECT r.receipt > 0 OR r.bits & 64 <> 0 FROM read_state_of(p_user_id, ARRAY[p_message_id]) r), false)
$$;
