-- Held and unread at or above the position, each once. p_recipient_id null: in every conversation, also in channels that the
-- user has left. Notices that are born read are no part of it. Costs what was received there, whoever else sends what else.
-- With what registrations and narrows need of the messages, which would otherwise be looked up a second time. (The sum keeps a
-- user's spans from being looked up by the third column of their key: PostgreSQL 18 takes that for so many look-ups, one per
-- channel there is, that it reads another index from end to end instead, 30 ms with 700,000 spans.)
CREATE OR REPLACE FUNCTION read_state_unread_messages(p_user_id int, p_from bigint, p_below bigint, p_recipient_id int)
RETURNS TABLE (id bigint, recipient_id int, origin_recipient_id int, topic text, sender_id int, channel_wildcard boolean,
  moves bigint[])
LANGUAGE sql STABLE AS $$
  SELECT h.* FROM (
    SELECT m.* FROM membership_span s CROSS JOIN LATERAL (
      SELECT m.id, m.recipient_id, m.origin_recipient_id, m.topic, m.sender_id, m.channel_wildcard, m.moves
      FROM message m WHERE m.recipient_id = s.recipient_id
        AND m.id >= GREATEST(p_from, s.first_message_id) AND m.id < LEAST(p_below, s.last_message_id)
        AND m.moves = '{}' AND NOT m.born_read OFFSET 0) m
    WHERE s.user_id = p_user_id AND s.is_active AND (s.last_message_id IS NULL OR s.last_message_id > p_from)
      AND s.first_message_id + 0 < p_below AND (p_recipient_id IS NULL OR s.recipient_id = p_recipient_id)
    UNION ALL
    SELECT m.* FROM (SELECT DISTINCT s.recipient_id FROM membership_span s WHERE s.user_id = p_user_id
        AND (p_recipient_id IS NULL OR s.recipient_id = p_recipient_id)) s CROSS JOIN LATERAL (
      SELECT m.id, m.recipient_id, m.origin_recipient_id, m.topic, m.sender_id, m.channel_wildcard, m.moves
      FROM message m WHERE m.recipient_id = s.recipient_id AND m.id >= p_from AND m.id < p_below
        AND m.moves <> '{}' AND NOT m.born_read
        AND message_receipt(p_user_id, m.origin_recipient_id, m.id, m.moves) > 0 OFFSET 0) m
    UNION ALL
    SELECT d.message_id, d.recipient_id, m.origin_recipient_id, m.topic, m.sender_id, m.channel_wildcard, m.moves
    FROM direct_message_receipt d LEFT JOIN message m ON m.id = d.message_id
    WHERE d.user_id = p_user_id AND d.message_id >= p_from AND d.message_id < p_below
      AND (p_recipient_id IS NULL OR d.recipient_id = p_recipient_id)
    UNION ALL
    SELECT m.id, m.recipient_id, m.origin_recipient_id, m.topic, m.sender_id, m.channel_wildcard, m.moves
    FROM message_flag f JOIN message m ON m.id = f.message_id
    WHERE f.user_id = p_user_id AND f.message_id >= p_from AND f.message_id < p_below
      AND f.bits & 192 <> 0 AND f.bits & 64 <> 0 AND NOT m.born_read
      AND (p_recipient_id IS NULL OR m.recipient_id = p_recipient_id)
      AND (SELECT r.receipt = 0 FROM read_state_of(p_user_id, ARRAY[m.id]) r)
  ) h LEFT JOIN read_chunk c ON c.user_id = p_user_id AND c.chunk = h.id / 4096 AND c.chunk >= p_from / 4096
  WHERE c.bits IS NULL OR get_bit(c.bits, (h.id % 4096)::int) = 0
$$;
