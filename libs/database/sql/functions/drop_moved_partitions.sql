-- Drops partitions of hours that ended longer ago than the retention; an outbox partition only when all of it was moved.
-- Returns how many. A partition that somebody reads (a dump) is left for the next call: a DROP that waits would stop every
-- writer behind it, so the partition itself is locked first, and everything gives up after 50 ms.
CREATE OR REPLACE FUNCTION drop_moved_partitions(p_retention interval) RETURNS integer
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
