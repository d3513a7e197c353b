-- The `attachment` update events of files, in order, as further elements of a change's body: each starts with a comma.
CREATE OR REPLACE FUNCTION attachment_updates(p_realm_id int, p_ids int[]) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT string_agg(',' || jsonb_build_object('event', jsonb_build_object('type', 'attachment', 'op', 'update',
      'attachment', attachment_object(a.id),
      'upload_space_used', COALESCE((SELECT s.used FROM upload_space s WHERE s.realm_id = p_realm_id), 0)))::text,
    '' ORDER BY a.position)
  FROM unnest(p_ids) WITH ORDINALITY AS a (id, position)
$$;
