-- Returns the ids that had the flag.
-- The caller holds the user's lock and has checked that every message can be read.
CREATE OR REPLACE FUNCTION read_state_remove_flag(p_user_id int, p_message_ids bigint[], p_bit int) RETURNS bigint[]
LANGUAGE plpgsql AS $$
DECLARE
  v_ids bigint[];
BEGIN
  SELECT COALESCE(array_agg(f.message_id), '{}') INTO v_ids FROM message_flag f
    WHERE f.user_id = p_user_id AND f.message_id = ANY (p_message_ids) AND f.bits & p_bit <> 0;
  PERFORM message_flag_change(p_user_id, v_ids, 0, p_bit);
  RETURN v_ids;
END $$;
