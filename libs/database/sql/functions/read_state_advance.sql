-- Moves the position to p_chunk, a settled one: what is received and unread on the way becomes bits, all else vanishes.
-- The caller holds the user's lock.
CREATE OR REPLACE FUNCTION read_state_advance(p_user_id int, p_chunk bigint) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_position bigint := read_position_lock(p_user_id);
  v_unread bigint[];
BEGIN
  IF p_chunk * 4096 <= v_position THEN RETURN; END IF;
  v_unread := ARRAY(SELECT u.message_id FROM read_state_unread_above(p_user_id, v_position, p_chunk * 4096, NULL) u);
  DELETE FROM read_chunk WHERE user_id = p_user_id AND chunk >= v_position / 4096 AND chunk < p_chunk;
  UPDATE read_position SET position = p_chunk * 4096 WHERE user_id = p_user_id;
  IF cardinality(v_unread) > 0 THEN
    PERFORM read_bits_mark(array_fill(p_user_id, ARRAY[cardinality(v_unread)]), v_unread, false);
  END IF;
END $$;
