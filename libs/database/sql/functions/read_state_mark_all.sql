-- Everything below p_chunk, a settled one, is read at once; above it the newest unread messages are marked, p_limit or up to 63
-- more.
-- Returns whether nothing was left.
-- The caller holds the user's lock.
CREATE OR REPLACE FUNCTION read_state_mark_all(p_user_id int, p_chunk bigint, p_limit int) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  v_position bigint := GREATEST(read_position_lock(p_user_id), p_chunk * 4096);
  v_is_complete boolean;
  v_notices bigint[];
BEGIN
  DELETE FROM read_chunk WHERE user_id = p_user_id AND chunk < v_position / 4096;
  UPDATE read_position SET position = v_position WHERE user_id = p_user_id AND position < v_position;
  v_notices := ARRAY(SELECT message_id FROM message_flag
    WHERE user_id = p_user_id AND bits & 192 <> 0 AND bits & 128 <> 0);
  PERFORM message_flag_change(p_user_id, v_notices, 0, 128);
  -- All of it is at or above the position, where a set bit means read. 64 ids at a time become a number, as each change of
  -- a bit in a chunk would copy the chunk; and the newest are found among the numbers, as sorting the ids would cost more
  -- than marking them.
  WITH words AS MATERIALIZED (
    SELECT a.message_id / 64 AS word, bit_or(1::bigint << (63 - a.message_id % 64)::int) AS bits, count(*) AS messages
      FROM read_state_unread_above(p_user_id, v_position, 9223372036854775807, NULL) a GROUP BY 1
  ), ranked AS (
    SELECT w.word, w.bits, sum(w.messages) OVER (ORDER BY w.word DESC) - w.messages < p_limit AS is_marked FROM words w
  ), marked AS (
    INSERT INTO read_chunk (user_id, chunk, bits)
      SELECT p_user_id, r.word / 64, bit_or(r.bits::bit(64)::bit(4096) >> (r.word % 64 * 64)::int)
        FROM ranked r WHERE r.is_marked GROUP BY r.word / 64 ORDER BY r.word / 64
      ON CONFLICT (user_id, chunk) DO UPDATE SET bits = read_chunk.bits | excluded.bits
  )
  SELECT COALESCE(bool_and(is_marked), true) INTO v_is_complete FROM ranked;
  RETURN v_is_complete;
END $$;
