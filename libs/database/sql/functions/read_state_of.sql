-- Everything that flags are made of, for messages that exist. A single SELECT, so that callers' plans include it.
CREATE OR REPLACE FUNCTION read_state_of(p_user_id int, p_message_ids bigint[])
RETURNS TABLE (message_id bigint, recipient_id int, is_direct boolean, receipt int, bits int, is_read boolean,
  channel_wildcard boolean, born_read boolean)
LANGUAGE sql STABLE AS $$
  SELECT m.id, m.recipient_id, d.message_id IS NOT NULL,
    CASE WHEN d.message_id IS NOT NULL THEN 1
      WHEN m.moves = '{}' THEN (SELECT count(*)::int FROM membership_span s
        WHERE s.user_id = p_user_id AND s.recipient_id = m.origin_recipient_id AND s.is_active
          AND s.first_message_id < m.id AND (s.last_message_id IS NULL OR m.id < s.last_message_id))
      ELSE message_receipt(p_user_id, m.origin_recipient_id, m.id, m.moves) END,
    COALESCE(f.bits, 0),
    CASE WHEN m.born_read THEN COALESCE(f.bits, 0) & 128 = 0
      ELSE (m.id >= COALESCE(p.position, 0)) = (COALESCE(get_bit(c.bits, (m.id % 4096)::int), 0) = 1) END,
    m.channel_wildcard, m.born_read
  FROM unnest(p_message_ids) AS i (id) JOIN message m ON m.id = i.id
  LEFT JOIN read_position p ON p.user_id = p_user_id
  LEFT JOIN read_chunk c ON c.user_id = p_user_id AND c.chunk = m.id / 4096
  LEFT JOIN message_flag f ON f.user_id = p_user_id AND f.message_id = m.id
  LEFT JOIN direct_message_receipt d ON d.user_id = p_user_id AND d.message_id = m.id
$$;
