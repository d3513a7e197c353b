-- The flags that follow from the content, computed anew after an edit for who holds the message.
-- Callers hold the channel's lock, shared.
CREATE OR REPLACE FUNCTION read_state_edited(p_message_id bigint, p_mentioned int[], p_alerted int[], p_topic_wildcard int[],
  p_channel_wildcard boolean) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE message_flag f SET bits = f.bits & ~60 WHERE f.message_id = p_message_id AND f.bits & 60 <> 0;
  INSERT INTO message_flag (user_id, message_id, bits)
    SELECT n.user_id, p_message_id, n.bits FROM (
      SELECT h.user_id, (CASE WHEN h.user_id = ANY (p_mentioned) THEN 4 ELSE 0 END)
        | (CASE WHEN p_channel_wildcard AND h.receipt <> 1 THEN 8 ELSE 0 END)
        | (CASE WHEN h.user_id = ANY (p_topic_wildcard) THEN 16 ELSE 0 END)
        | (CASE WHEN h.user_id = ANY (p_alerted) THEN 32 ELSE 0 END) AS bits
      FROM message_holders(p_message_id) h
      WHERE p_channel_wildcard OR h.user_id = ANY (p_mentioned || p_topic_wildcard || p_alerted)) n
    WHERE n.bits <> 0 ORDER BY n.user_id
    ON CONFLICT (user_id, message_id) DO UPDATE SET bits = message_flag.bits | excluded.bits;
  DELETE FROM message_flag f WHERE f.message_id = p_message_id AND f.bits = 0;
END $$;
