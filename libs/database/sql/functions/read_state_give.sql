-- Current subscribers of a protected channel get messages that are moved there, as read, if they do not hold them. Messages
-- of one origin that were moved together are held alike by all whose spans of the origin cover all or none of them: those
-- are decided once per user, only the others per message.
-- Callers hold the channel's lock, shared.
CREATE OR REPLACE FUNCTION read_state_give(p_message_ids bigint[], p_to_recipient_id int) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_users int[];
  v_alike int[];
  v_messages bigint[];
  v_group record;
BEGIN
  v_users := ARRAY(SELECT s.user_id FROM membership_span s
    WHERE s.recipient_id = p_to_recipient_id AND s.last_message_id IS NULL ORDER BY s.user_id);
  INSERT INTO read_position (user_id) SELECT u FROM unnest(v_users) AS u ON CONFLICT (user_id) DO NOTHING;
  PERFORM FROM read_position p WHERE p.user_id = ANY (v_users) ORDER BY p.user_id FOR SHARE;
  FOR v_group IN
    SELECT m.origin_recipient_id AS origin, m.moves, min(m.id) AS lowest, max(m.id) AS highest, array_agg(m.id) AS ids
      FROM message m WHERE m.id = ANY (p_message_ids) AND NOT m.born_read GROUP BY 1, 2
  LOOP
    v_alike := ARRAY(SELECT u FROM unnest(v_users) AS u EXCEPT (
      SELECT s.user_id FROM membership_span s WHERE s.recipient_id = v_group.origin AND s.is_active
          AND s.first_message_id < v_group.highest
          AND (s.last_message_id IS NULL OR s.last_message_id > v_group.lowest)
          AND NOT (s.first_message_id < v_group.lowest
            AND (s.last_message_id IS NULL OR s.last_message_id > v_group.highest))
      UNION ALL
      SELECT f.user_id FROM message_flag f WHERE f.message_id = ANY (v_group.ids) AND f.bits & 64 <> 0));
    PERFORM read_bits_mark_for_all(ARRAY(SELECT u FROM unnest(v_alike) AS u
      WHERE message_receipt(u, v_group.origin, v_group.lowest, v_group.moves) = 0), v_group.ids);
    SELECT array_agg(u.user_id), array_agg(i.id) INTO v_alike, v_messages
      FROM (SELECT u AS user_id FROM unnest(v_users) AS u EXCEPT SELECT u FROM unnest(v_alike) AS u) u
      CROSS JOIN unnest(v_group.ids) AS i (id)
      WHERE message_receipt(u.user_id, v_group.origin, i.id, v_group.moves) = 0
        AND NOT EXISTS (SELECT FROM message_flag f
          WHERE f.user_id = u.user_id AND f.message_id = i.id AND f.bits & 64 <> 0);
    IF v_alike IS NOT NULL THEN
      PERFORM read_bits_mark(v_alike, v_messages, true);
    END IF;
  END LOOP;
END $$;
