-- Gives every outbox row of a partition that is visible now and was not at the last move the next number, in id order.
--
-- First row returned: the header (seq is null): status 'mine' or 'other' (somebody else's lease runs for lease_left_ms;
-- nothing was done), epoch, its first seq, head, how many were moved, and xmin: every transaction below it is either visible
-- and moved, or gone. Then moved rows in order of seq, as many as fit into p_max_rows and p_max_bytes: few enough for the
-- sockets' buffers, because a client that was stopped must not keep the counter row locked. When the last seq returned is below
-- head, read_change_log has the rest.
--
-- What makes it exact: the counter row is locked by one statement, and the next one, whose snapshot is taken after that,
-- both moves and stores its own snapshot. In one statement, a relay that waited for the lock would move rows twice.
CREATE OR REPLACE FUNCTION relay_move(
  p_partition smallint, p_holder text, p_lease_ms integer, p_max_rows integer DEFAULT 500, p_max_bytes integer DEFAULT 49152
) RETURNS TABLE (
  status text, lease_left_ms integer, epoch integer, epoch_first_seq bigint, head bigint, moved bigint, xmin bigint,
  seq bigint, xid bigint, realm_id bigint, routing text, body text, created_at timestamptz
)
LANGUAGE plpgsql
-- Statistics of the newest partitions are never right, and the plan is always the same: two ranges of the index.
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan
SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  v_counter relay_partition%ROWTYPE;
  v_now timestamptz := clock_timestamp();
  v_lease interval := make_interval(secs => p_lease_ms / 1000.0);
  -- Of future partitions only two hours are looked at (a clock that went back); the rest are empty.
  v_bound timestamptz;
  v_life text := extract(epoch FROM pg_postmaster_start_time())::text || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8);
  v_system text;
  v_xmax xid8;
  v_xip xid8[];
BEGIN
  -- Without a lock first: an idle relay, and one whose partition is another's, write nothing.
  SELECT * INTO STRICT v_counter FROM relay_partition WHERE partition = p_partition;
  IF v_counter.lease_holder <> p_holder AND v_counter.lease_expires_at > v_now THEN
    RETURN QUERY SELECT 'other', ceil(1000 * extract(epoch FROM v_counter.lease_expires_at - v_now))::integer,
      v_counter.epoch, v_counter.epoch_first_seq, v_counter.head, 0::bigint, NULL::bigint,
      NULL::bigint, NULL::bigint, NULL::bigint, NULL::text, NULL::text, NULL::timestamptz;
    RETURN;
  END IF;
  v_bound := greatest(v_now, v_counter.moved_at) + interval '2 hours';
  v_xmax := pg_snapshot_xmax(v_counter.snapshot);
  v_xip := ARRAY(SELECT pg_snapshot_xip(v_counter.snapshot));
  IF v_counter.lease_holder = p_holder AND v_counter.lease_expires_at > v_now + v_lease / 2
    AND starts_with(v_counter.epoch_identity, v_life || '/')
  THEN
    -- Exact although the counter was read before: what is not below its snapshot would be found.
    RETURN QUERY
      SELECT 'mine', 0, v_counter.epoch, v_counter.epoch_first_seq, v_counter.head, 0::bigint,
        pg_snapshot_xmin(pg_current_snapshot())::text::bigint,
        NULL::bigint, NULL::bigint, NULL::bigint, NULL::text, NULL::text, NULL::timestamptz
      WHERE NOT EXISTS (
        SELECT FROM outbox o WHERE o.partition = p_partition AND o.xid >= v_xmax AND o.created_at < v_bound
      ) AND (v_xip = '{}' OR NOT EXISTS (
        SELECT FROM outbox o WHERE o.partition = p_partition AND o.xid = ANY (v_xip) AND o.created_at < v_bound
      ));
    IF FOUND THEN RETURN; END IF;
  END IF;

  SELECT * INTO STRICT v_counter FROM relay_partition WHERE partition = p_partition FOR UPDATE;
  v_now := clock_timestamp();
  IF v_counter.lease_holder <> p_holder AND v_counter.lease_expires_at > v_now THEN
    RETURN QUERY SELECT 'other', ceil(1000 * extract(epoch FROM v_counter.lease_expires_at - v_now))::integer,
      v_counter.epoch, v_counter.epoch_first_seq, v_counter.head, 0::bigint, NULL::bigint,
      NULL::bigint, NULL::bigint, NULL::bigint, NULL::text, NULL::text, NULL::timestamptz;
    RETURN;
  END IF;
  v_bound := greatest(v_now, v_counter.moved_at) + interval '2 hours';
  v_xmax := coalesce(pg_snapshot_xmax(v_counter.snapshot), '0');
  v_xip := ARRAY(SELECT pg_snapshot_xip(v_counter.snapshot));
  IF NOT coalesce(starts_with(v_counter.epoch_identity, v_life || '/'), false) THEN
    v_bound := 'infinity';
    SELECT system_identifier::text INTO v_system FROM pg_control_system();
    IF split_part(v_counter.epoch_identity, '/', 3) <> v_system THEN
      -- Restored from a logical dump: transaction ids of another server mean nothing here. What was not moved is what the
      -- log has not; it gets an id that is below every snapshot, so that it is moved once.
      DELETE FROM outbox o USING change_log c
      WHERE o.partition = p_partition AND c.partition = p_partition AND c.outbox_id = o.id;
      UPDATE outbox o SET xid = '3' WHERE o.partition = p_partition;
      v_xmax := '0';
      v_xip := '{}';
    END IF;
    v_counter.previous_epoch := v_counter.epoch;
    v_counter.epoch := greatest(
      v_counter.epoch + 1, floor(extract(epoch FROM v_now - timestamptz '2026-01-01 00:00:00+00'))::integer
    );
    v_counter.epoch_first_seq := v_counter.head + 1;
    v_counter.epoch_identity := v_life || '/' || v_system;
  END IF;

  RETURN QUERY
  WITH fresh AS (
    SELECT o.id, o.xid, o.realm_id, o.routing, o.body, o.created_at FROM outbox o
    WHERE o.partition = p_partition AND o.xid >= v_xmax AND o.created_at < v_bound
    UNION ALL
    SELECT o.id, o.xid, o.realm_id, o.routing, o.body, o.created_at FROM outbox o
    WHERE o.partition = p_partition AND o.xid = ANY (v_xip) AND o.created_at < v_bound
  ), numbered AS MATERIALIZED (
    SELECT fresh.*, row_number() OVER by_id AS number,
      sum(octet_length(fresh.routing) + octet_length(fresh.body)) OVER by_id AS bytes
    FROM fresh WINDOW by_id AS (ORDER BY fresh.id ROWS UNBOUNDED PRECEDING)
  ), written AS (
    INSERT INTO change_log (partition, seq, outbox_id, xid, realm_id, routing, body, created_at, moved_at)
    SELECT p_partition, v_counter.head + n.number, n.id, n.xid, n.realm_id, n.routing, n.body, n.created_at, v_now
    FROM numbered n ORDER BY n.number
  ), stored AS (
    UPDATE relay_partition c SET
      head = v_counter.head + (SELECT count(*) FROM numbered),
      snapshot = pg_current_snapshot(),
      epoch = v_counter.epoch,
      epoch_first_seq = v_counter.epoch_first_seq,
      previous_epoch = v_counter.previous_epoch,
      epoch_identity = v_counter.epoch_identity,
      lease_holder = p_holder,
      lease_expires_at = v_now + v_lease,
      moved_at = greatest(c.moved_at, v_now)
    WHERE c.partition = p_partition
    RETURNING c.head, pg_snapshot_xmin(c.snapshot)::text::bigint AS xmin
  )
  SELECT 'mine', 0, v_counter.epoch, v_counter.epoch_first_seq, s.head, s.head - v_counter.head, s.xmin,
    NULL::bigint, NULL::bigint, NULL::bigint, NULL::text, NULL::text, NULL::timestamptz
  FROM stored s
  UNION ALL
  SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL,
    v_counter.head + n.number, n.xid::text::bigint, n.realm_id, n.routing, n.body, n.created_at
  FROM numbered n WHERE n.number <= p_max_rows AND n.bytes <= p_max_bytes
  ORDER BY 8 NULLS FIRST;
END
$$;
