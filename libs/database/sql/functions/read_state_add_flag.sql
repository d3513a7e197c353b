-- p_bit: 1 starred, 2 collapsed, 512 hide_link_previews. Returns the ids that did not have the flag.
-- The caller holds the user's lock and has checked that every message can be read.
CREATE OR REPLACE FUNCTION read_state_add_flag(p_user_id int, p_message_ids bigint[], p_bit int) RETURNS bigint[]
LANGUAGE plpgsql AS $$
DECLARE
  v_ids bigint[];
BEGIN
  SELECT COALESCE(array_agg(r.message_id), '{}') INTO v_ids FROM read_state_of(p_user_id, p_message_ids) r
    WHERE r.bits & p_bit = 0;
  PERFORM read_state_hold(p_user_id, v_ids);
  PERFORM message_flag_change(p_user_id, v_ids, p_bit, 0);
  RETURN v_ids;
END $$;
