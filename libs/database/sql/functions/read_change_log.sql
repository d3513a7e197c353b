-- Moved rows after a seq, in order: at least one (if there is one), else as many as fit. A body above p_body_limit bytes
-- comes as null. The first row's seq is above p_after + 1 when the log no longer reaches back that far.
CREATE OR REPLACE FUNCTION read_change_log(
  p_partition smallint, p_after bigint, p_max_rows integer DEFAULT 500, p_max_bytes integer DEFAULT 1048576,
  p_body_limit integer DEFAULT NULL
) RETURNS TABLE (seq bigint, xid bigint, realm_id bigint, routing text, body text, created_at timestamptz)
LANGUAGE plpgsql STABLE
SET enable_seqscan = off
SET jit = off
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT r.seq, r.xid::text::bigint, r.realm_id, r.routing, r.body, r.created_at
  FROM (
    SELECT c.seq, c.xid, c.realm_id, c.routing, c.created_at, limited.body,
      sum(octet_length(c.routing) + coalesce(octet_length(limited.body), 0))
        OVER (ORDER BY c.seq ROWS UNBOUNDED PRECEDING) AS bytes,
      row_number() OVER (ORDER BY c.seq) AS number
    FROM (
      SELECT * FROM change_log l WHERE l.partition = p_partition AND l.seq > p_after ORDER BY l.seq LIMIT p_max_rows
    ) c
    CROSS JOIN LATERAL (
      SELECT CASE WHEN p_body_limit IS NULL OR octet_length(c.body) <= p_body_limit THEN c.body END AS body
    ) limited
  ) r
  WHERE r.number = 1 OR r.bytes <= p_max_bytes
  ORDER BY r.seq;
END
$$;
