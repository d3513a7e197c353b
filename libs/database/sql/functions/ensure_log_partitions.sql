-- Makes the partitions of this hour and of the 24 that follow; returns how many were missing. Any number may call it at once.
-- ATTACH and not CREATE ... PARTITION OF: it does not stop writers.
CREATE OR REPLACE FUNCTION ensure_log_partitions() RETURNS integer
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
