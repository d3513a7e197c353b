-- A file as the API shows it (messages.md 15); times in milliseconds.
CREATE OR REPLACE FUNCTION attachment_object(p_id int) RETURNS jsonb
LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', a.id, 'name', a.file_name, 'path_id', a.path_id, 'size', a.size,
    'create_time', (extract(epoch FROM a.created_at) * 1000)::bigint,
    'messages', COALESCE((
      SELECT jsonb_agg(jsonb_build_object('id', m.id, 'date_sent', (extract(epoch FROM m.sent_at) * 1000)::bigint) ORDER BY m.id)
      FROM attachment_reference r JOIN message m ON m.id = r.message_id WHERE r.attachment_id = a.id), '[]'))
  FROM attachment a WHERE a.id = p_id
$$;
