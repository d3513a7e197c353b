-- From commit to client (design: "A change, from commit to client"). outbox and change_log are insert-only, partitioned by
-- hour: the past is dropped, never deleted. None of this is in the Prisma schema.

CREATE SEQUENCE outbox_id_seq AS bigint CACHE 1;

-- One row per writing operation, written as the LAST statement of its transaction: so id(A) < id(B) if B saw A.
CREATE TABLE outbox (
  id bigint NOT NULL DEFAULT nextval('outbox_id_seq'),
  partition smallint NOT NULL,
  realm_id bigint NOT NULL,
  -- Top-level transaction id: a row's own xmin is that of a savepoint.
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  routing text NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
) PARTITION BY RANGE (created_at);
ALTER SEQUENCE outbox_id_seq OWNED BY outbox.id;
CREATE INDEX outbox_partition_xid_idx ON outbox (partition, xid);
-- Safety net: a write never fails because nobody made this hour's partition.
CREATE TABLE outbox_default PARTITION OF outbox DEFAULT;

-- The same rows with a contiguous number per partition.
CREATE TABLE change_log (
  partition smallint NOT NULL,
  seq bigint NOT NULL,
  outbox_id bigint NOT NULL,
  xid xid8 NOT NULL,
  realm_id bigint NOT NULL,
  routing text NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL,
  moved_at timestamptz NOT NULL
) PARTITION BY RANGE (moved_at);
CREATE INDEX change_log_partition_seq_idx ON change_log (partition, seq);
CREATE TABLE change_log_default PARTITION OF change_log DEFAULT;

CREATE TABLE relay_partition (
  partition smallint PRIMARY KEY,
  -- Last number given out.
  head bigint NOT NULL DEFAULT 0,
  -- Snapshot of the last move: what was visible in it has been moved. Null before the first move.
  snapshot pg_snapshot,
  -- One epoch per life of the server: after a failover numbers may be used again.
  epoch integer NOT NULL DEFAULT 0,
  epoch_first_seq bigint NOT NULL DEFAULT 1,
  -- start time / timeline / system identifier.
  epoch_identity text,
  lease_holder text,
  lease_expires_at timestamptz,
  -- Never goes back, also if the clock does.
  moved_at timestamptz NOT NULL DEFAULT '-infinity'
) WITH (fillfactor = 20);
INSERT INTO relay_partition (partition) SELECT generate_series(0, 3);

-- Bodies compress well and lz4 costs a quarter of the default method; not every build has it.
DO $$
BEGIN
  ALTER TABLE outbox ALTER COLUMN body SET COMPRESSION lz4;
  ALTER TABLE change_log ALTER COLUMN body SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported OR invalid_parameter_value THEN
  NULL;
END
$$;

-- Makes the partitions of this hour and of the 24 that follow; returns how many were missing. Any number may call it at once.
-- ATTACH and not CREATE ... PARTITION OF: it does not stop writers.
CREATE FUNCTION ensure_log_partitions() RETURNS integer
LANGUAGE plpgsql
SET lock_timeout = '100ms'
SET client_min_messages = warning
AS $$
DECLARE
  v_made integer := 0;
  v_table text;
  v_key text;
  v_name text;
  v_from timestamptz;
BEGIN
  IF NOT pg_try_advisory_xact_lock(74110001) THEN RETURN 0; END IF;
  FOREACH v_table IN ARRAY ARRAY['outbox', 'change_log'] LOOP
    v_key := CASE v_table WHEN 'outbox' THEN 'created_at' ELSE 'moved_at' END;
    FOR v_from IN
      SELECT date_trunc('hour', clock_timestamp(), 'UTC') + make_interval(hours => hour) FROM generate_series(0, 24) AS hour
    LOOP
      v_name := v_table || '_' || to_char(v_from AT TIME ZONE 'UTC', 'YYYYMMDDHH24');
      CONTINUE WHEN to_regclass(v_name) IS NOT NULL;
      BEGIN
        EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', v_name, v_table);
        EXECUTE format('ALTER TABLE %I ADD CONSTRAINT bounds CHECK (%I >= %L AND %I < %L)',
          v_name, v_key, v_from, v_key, v_from + interval '1 hour');
        EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
          v_table, v_name, v_from, v_from + interval '1 hour');
        EXECUTE format('ALTER TABLE %I DROP CONSTRAINT bounds', v_name);
        v_made := v_made + 1;
      EXCEPTION
        -- Somebody reads the default partition for long (a dump): next time. Rows of this hour already lie in the default
        -- partition: they stay there.
        WHEN lock_not_available OR deadlock_detected OR check_violation THEN NULL;
      END;
    END LOOP;
  END LOOP;
  RETURN v_made;
END
$$;

-- Drops partitions of hours that ended longer ago than the retention; an outbox partition only when all of it was moved.
-- Returns how many. A partition that somebody reads (a dump) is left for the next call: a DROP that waits would stop every
-- writer behind it, so the partition itself is locked first, and everything gives up after 50 ms.
CREATE FUNCTION drop_moved_partitions(p_retention interval) RETURNS integer
LANGUAGE plpgsql
SET lock_timeout = '50ms'
SET enable_seqscan = off
AS $$
DECLARE
  v_dropped integer := 0;
  v_child record;
  v_unmoved boolean;
BEGIN
  IF NOT pg_try_advisory_xact_lock(74110002) THEN RETURN 0; END IF;
  FOR v_child IN
    SELECT child.relname AS name, parent.relname AS parent
    FROM pg_inherits
    JOIN pg_class child ON child.oid = inhrelid
    JOIN pg_class parent ON parent.oid = inhparent
    WHERE inhparent IN ('outbox'::regclass, 'change_log'::regclass)
      AND child.relname ~ '_[0-9]{10}$'
      AND to_timestamp(right(child.relname, 10), 'YYYYMMDDHH24')::timestamp AT TIME ZONE 'UTC'
        + interval '1 hour' + p_retention <= clock_timestamp()
    ORDER BY child.relname
  LOOP
    BEGIN
      EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', v_child.name);
      IF v_child.parent = 'outbox' THEN
        EXECUTE format(
          'SELECT EXISTS (
             SELECT FROM relay_partition counter WHERE
               EXISTS (SELECT FROM %1$I o WHERE o.partition = counter.partition
                       AND o.xid >= coalesce(pg_snapshot_xmax(counter.snapshot), ''0''))
               OR EXISTS (SELECT FROM pg_snapshot_xip(counter.snapshot) AS running
                          JOIN %1$I o ON o.partition = counter.partition AND o.xid = running))', v_child.name) INTO v_unmoved;
        CONTINUE WHEN v_unmoved;
      END IF;
      EXECUTE format('DROP TABLE %I', v_child.name);
      v_dropped := v_dropped + 1;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN NULL;
    END;
  END LOOP;
  DELETE FROM change_log_default WHERE moved_at + p_retention <= clock_timestamp();
  DELETE FROM outbox_default o USING relay_partition counter
  WHERE o.created_at + p_retention <= clock_timestamp() AND counter.partition = o.partition
    AND pg_visible_in_snapshot(o.xid, counter.snapshot);
  RETURN v_dropped;
END
$$;

-- Gives every outbox row of a partition that is visible now and was not at the last move the next number, in id order.
--
-- First row returned: the header (seq is null): status 'mine' or 'other' (somebody else's lease runs for lease_left_ms;
-- nothing was done), epoch, its first seq, head, how many were moved, and xmin: every transaction below it is either visible and moved, or gone. Then moved rows in
-- order of seq, as many as fit into p_max_rows and p_max_bytes: few enough for the sockets' buffers, because a client that
-- was stopped must not keep the counter row locked. When the last seq returned is below head, read_change_log has the rest.
--
-- What makes it exact: the counter row is locked by one statement, and the next one, whose snapshot is taken after that,
-- both moves and stores its own snapshot. In one statement, a relay that waited for the lock would move rows twice.
CREATE FUNCTION relay_move(
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
    v_counter.epoch := v_counter.epoch + 1;
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

-- Moved rows after a seq, in order: at least one (if there is one), else as many as fit. A body above p_body_limit bytes
-- comes as null. The first row's seq is above p_after + 1 when the log no longer reaches back that far.
CREATE FUNCTION read_change_log(
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

SELECT ensure_log_partitions();
