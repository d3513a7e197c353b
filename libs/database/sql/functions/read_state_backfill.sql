-- The history that a new account starts with (organization.md 4.9): the newest p_limit messages of the given conversations
-- become its own, as historical, all of them read but the newest p_unread.
CREATE OR REPLACE FUNCTION read_state_backfill(p_user_id int, p_recipient_ids int[], p_limit int, p_unread int) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_ids bigint[];
BEGIN
  v_ids := ARRAY(
    SELECT m.id FROM unnest(p_recipient_ids) AS r (id) CROSS JOIN LATERAL (
      SELECT m.id FROM message m WHERE m.recipient_id = r.id AND NOT m.born_read ORDER BY m.id DESC LIMIT p_limit) m
    ORDER BY m.id DESC LIMIT p_limit);
  IF cardinality(v_ids) = 0 THEN RETURN; END IF;
  PERFORM message_flag_change(p_user_id, v_ids, 64, 0);
  IF cardinality(v_ids) > p_unread THEN
    PERFORM read_bits_mark(array_fill(p_user_id, ARRAY[cardinality(v_ids) - p_unread]), v_ids[p_unread + 1:], true);
  END IF;
END $$;
