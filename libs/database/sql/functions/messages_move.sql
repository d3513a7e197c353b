-- Gives messages of one conversation another topic, another channel, or both, with their entries of the edit history.
--   p_topic, p_topic_links: null, the topic stays; p_to_recipient_id: null, the channel stays
--   p_counts: false for the pure resolving of a topic, which is no move for last_moved_timestamp
--   p_content_of: the one of them whose content is edited at the same time (messages_edit_content), or null
-- Callers hold the shared locks of the channels concerned and the messages' rows; the number of statements does not grow with
-- the number of messages. The search vectors follow by a trigger.
CREATE OR REPLACE FUNCTION messages_move(p_realm_id int, p_message_ids bigint[], p_moved_by int, p_at timestamptz,
  p_topic text, p_topic_links jsonb, p_counts boolean,
  p_from_recipient_id int, p_to_recipient_id int, p_to_protected boolean, p_content_of bigint) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_move_id bigint;
BEGIN
  IF p_to_recipient_id IS NOT NULL THEN
    v_move_id := nextval('message_id_seq');
    PERFORM read_state_moved(p_message_ids, p_from_recipient_id, p_to_recipient_id, p_to_protected);
    INSERT INTO message_move (id, realm_id, from_recipient_id, to_recipient_id, to_protected, moved_by_user_id, moved_at)
      VALUES (v_move_id, p_realm_id, p_from_recipient_id, p_to_recipient_id, p_to_protected, p_moved_by, p_at);
  END IF;
  INSERT INTO message_edit (message_id, user_id, edited_at, prev_content, prev_rendered_content, prev_renderer_version,
      prev_topic, topic, prev_channel_id, channel_id)
    SELECT m.id, p_moved_by, p_at,
      CASE WHEN m.id = p_content_of THEN m.content END,
      CASE WHEN m.id = p_content_of THEN m.rendered_content END,
      CASE WHEN m.id = p_content_of THEN m.renderer_version END,
      CASE WHEN p_topic IS NOT NULL THEN m.topic END, p_topic, c.prev_id, c.id
    FROM message m CROSS JOIN (SELECT
      (SELECT id FROM channel WHERE v_move_id IS NOT NULL AND recipient_id = p_from_recipient_id) AS prev_id,
      (SELECT id FROM channel WHERE v_move_id IS NOT NULL AND recipient_id = p_to_recipient_id) AS id) c
    WHERE m.id = ANY (p_message_ids);
  UPDATE message m SET
      recipient_id = COALESCE(p_to_recipient_id, m.recipient_id),
      moves = CASE WHEN v_move_id IS NULL THEN m.moves ELSE m.moves || v_move_id END,
      topic = COALESCE(p_topic, m.topic),
      topic_links = COALESCE(p_topic_links, m.topic_links),
      last_moved_at = CASE WHEN p_counts THEN p_at ELSE m.last_moved_at END
    WHERE m.id = ANY (p_message_ids);
END $$;
