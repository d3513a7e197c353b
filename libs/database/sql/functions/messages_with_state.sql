-- Messages that exist, with everything that a user's flags of them are made of. A single SELECT, so that callers' plans
-- include it: each message is looked up once, only what a caller names of it is read, and what no caller names is neither
-- joined nor looked up. Whoever was in the channel then did not get the message as a direct one, so that is asked last; by
-- no EXISTS, for which PostgreSQL may collect all direct messages that the user has, if it expects them to be few.
CREATE OR REPLACE FUNCTION messages_with_state(p_user_id int, p_message_ids bigint[])
RETURNS TABLE (message message, is_direct boolean, receipt int, bits int, is_read boolean, channel_wildcard boolean)
LANGUAGE sql STABLE AS $$
  SELECT m,
    (SELECT d.message_id FROM direct_message_receipt d
      WHERE d.user_id = p_user_id AND d.message_id = m.id) IS NOT NULL,
    CASE WHEN m.moves <> '{}' THEN message_receipt(p_user_id, m.origin_recipient_id, m.id, m.moves)
      WHEN EXISTS (SELECT FROM membership_span s
          WHERE s.user_id = p_user_id AND s.recipient_id = m.origin_recipient_id AND s.is_active
            AND s.first_message_id < m.id AND (s.last_message_id IS NULL OR m.id < s.last_message_id))
        OR (SELECT d.message_id FROM direct_message_receipt d
          WHERE d.user_id = p_user_id AND d.message_id = m.id) IS NOT NULL
      THEN 1 ELSE 0 END,
    COALESCE(f.bits, 0),
    CASE WHEN m.born_read THEN COALESCE(f.bits, 0) & 128 = 0
      ELSE (m.id >= COALESCE(p.position, 0)) = (COALESCE(get_bit(c.bits, (m.id % 4096)::int), 0) = 1) END,
    m.channel_wildcard
  FROM unnest(p_message_ids) AS i (id) JOIN message m ON m.id = i.id
  LEFT JOIN read_position p ON p.user_id = p_user_id
  LEFT JOIN read_chunk c ON c.user_id = p_user_id AND c.chunk = m.id / 4096
  LEFT JOIN message_flag f ON f.user_id = p_user_id AND f.message_id = m.id
$$;
