-- What becomes of messages after they were sent (messages.md 5.5, 5.6, 7): set-based, a fixed number of statements however
-- many messages it concerns. Callers hold the shared locks of the channels concerned and the messages' rows. The search
-- vectors follow by a trigger of their own.

-- Gives messages of one conversation another topic, another channel, or both, with their entries of the edit history.
--   p_topic, p_topic_links: null, the topic stays; p_to_recipient_id: null, the channel stays
--   p_counts: false for the pure resolving of a topic, which is no move for last_moved_timestamp
--   p_content_of: the one of them whose content is edited at the same time (messages_edit_content), or null
CREATE FUNCTION messages_move(p_realm_id int, p_message_ids bigint[], p_moved_by int, p_at timestamptz,
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

-- Gives a message another content. p_marks as in message_send. p_has_entry: messages_move has written the entry of the
-- edit history.
CREATE FUNCTION messages_edit_content(p_message_id bigint, p_edited_by int, p_at timestamptz, p_content text,
  p_rendered_content text, p_renderer_version smallint, p_marks int, p_has_entry boolean) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT p_has_entry THEN
    INSERT INTO message_edit (message_id, user_id, edited_at, prev_content, prev_rendered_content, prev_renderer_version)
      SELECT m.id, p_edited_by, p_at, m.content, m.rendered_content, m.renderer_version
      FROM message m WHERE m.id = p_message_id;
  END IF;
  UPDATE message m SET content = p_content, rendered_content = p_rendered_content,
      renderer_version = p_renderer_version, last_edited_at = p_at,
      channel_wildcard = p_marks & 1 <> 0, is_me_message = p_marks & 2 <> 0,
      has_attachment = p_marks & 4 <> 0, has_image = p_marks & 8 <> 0, has_link = p_marks & 16 <> 0
    WHERE m.id = p_message_id;
END $$;

-- Deletes messages with all that hangs on them. Bits of read_chunk stay: nothing is read from them without a message.
CREATE FUNCTION messages_delete(p_message_ids bigint[]) RETURNS bigint[]
LANGUAGE plpgsql AS $$
DECLARE
  v_deleted bigint[];
BEGIN
  DELETE FROM message_flag WHERE message_id = ANY (p_message_ids);
  DELETE FROM direct_message_receipt WHERE message_id = ANY (p_message_ids);
  DELETE FROM reaction WHERE message_id = ANY (p_message_ids);
  DELETE FROM submessage WHERE message_id = ANY (p_message_ids);
  DELETE FROM message_edit WHERE message_id = ANY (p_message_ids);
  DELETE FROM attachment_reference WHERE message_id = ANY (p_message_ids);
  WITH gone AS (DELETE FROM message WHERE id = ANY (p_message_ids) RETURNING id)
    SELECT COALESCE(array_agg(id ORDER BY id), '{}') INTO v_deleted FROM gone;
  RETURN v_deleted;
END $$;

-- Which of these messages a user holds. What has the same origin and the same moves is held alike by whoever received all
-- of it at its sending, or none: each such group is looked at once, so ten thousand messages of a topic cost as much as ten.
CREATE FUNCTION messages_held(p_user_id int, p_message_ids bigint[]) RETURNS TABLE (message_id bigint)
LANGUAGE sql STABLE AS $$
  WITH sent AS MATERIALIZED (
    SELECT m.id, m.origin_recipient_id AS origin, m.moves, EXISTS (SELECT FROM membership_span s
        WHERE s.user_id = p_user_id AND s.recipient_id = m.origin_recipient_id AND s.is_active
          AND s.first_message_id < m.id AND (s.last_message_id IS NULL OR m.id < s.last_message_id)) AS is_covered
      FROM message m WHERE m.id = ANY (p_message_ids)),
  alike AS MATERIALIZED (
    SELECT g.origin, g.moves, g.is_covered, message_receipt(p_user_id, g.origin, g.any_id, g.moves) > 0 AS is_held
      FROM (SELECT origin, moves, is_covered, min(id) AS any_id FROM sent GROUP BY 1, 2, 3) g)
  SELECT s.id FROM sent s JOIN alike a ON a.origin = s.origin AND a.moves = s.moves AND a.is_covered = s.is_covered
    WHERE a.is_held
  UNION SELECT f.message_id FROM message_flag f
    WHERE f.user_id = p_user_id AND f.message_id = ANY (p_message_ids) AND f.bits & 64 <> 0
  UNION SELECT d.message_id FROM direct_message_receipt d
    WHERE d.user_id = p_user_id AND d.message_id = ANY (p_message_ids)
$$;
