-- What is not held becomes held: read and historical (messages.md 11, "Missing row").
-- The caller holds the user's lock and has checked that every message can be read.
CREATE OR REPLACE FUNCTION read_state_hold(p_user_id int, p_message_ids bigint[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_new bigint[];
BEGIN
  SELECT array_agg(r.message_id) INTO v_new FROM read_state_of(p_user_id, p_message_ids) r
    WHERE r.receipt = 0 AND r.bits & 64 = 0;
  IF v_new IS NOT NULL THEN
    PERFORM read_bits_mark(array_fill(p_user_id, ARRAY[cardinality(v_new)]), v_new, true);
    PERFORM message_flag_change(p_user_id, v_new, 64, 0);
  END IF;
END $$;
