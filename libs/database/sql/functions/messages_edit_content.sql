-- Gives a message another content. Bits of p_marks: 1 channel wildcard, 2 status message, 4 attachment, 8 image, 16 link, 32 links
-- to be looked at. p_has_entry: messages_move has written the entry of the edit history. Callers hold the shared lock of the channel and the message's row.
CREATE OR REPLACE FUNCTION messages_edit_content(p_message_id bigint, p_edited_by int, p_at timestamptz, p_content text,
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
  DELETE FROM link_preview_job WHERE message_id = p_message_id;
  DELETE FROM message_link_preview WHERE message_id = p_message_id;
  IF p_marks & 32 <> 0 THEN
    INSERT INTO link_preview_job (message_id, realm_id) SELECT m.id, m.realm_id FROM message m WHERE m.id = p_message_id;
  END IF;
END $$;
