-- Returns the ids that were held and unread. Creates no rows for messages that are not held.
-- The caller holds the user's lock and has checked that every message can be read.
CREATE OR REPLACE FUNCTION read_state_mark_read(p_user_id int, p_message_ids bigint[]) RETURNS bigint[]
LANGUAGE plpgsql AS $$
DECLARE
  v_ids bigint[];
  v_notices bigint[];
BEGIN
  SELECT array_agg(r.message_id) FILTER (WHERE NOT r.born_read), array_agg(r.message_id) FILTER (WHERE r.born_read)
    INTO v_ids, v_notices FROM read_state_of(p_user_id, p_message_ids) r
    WHERE NOT r.is_read AND (r.receipt > 0 OR r.bits & 64 <> 0);
  IF v_ids IS NOT NULL THEN
    PERFORM read_bits_mark(array_fill(p_user_id, ARRAY[cardinality(v_ids)]), v_ids, true);
  END IF;
  IF v_notices IS NOT NULL THEN
    PERFORM message_flag_change(p_user_id, v_notices, 0, 128);
  END IF;
  RETURN COALESCE(v_ids, '{}') || COALESCE(v_notices, '{}');
END $$;
