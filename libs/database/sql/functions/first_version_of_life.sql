-- The lowest version of the present life. Its first caller stores when it began; the others wait for that commit.
CREATE OR REPLACE FUNCTION first_version_of_life() RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  v_identity text := extract(epoch FROM pg_postmaster_start_time())::text || '/' ||
    left(pg_walfile_name(pg_current_wal_lsn()), 8) || '/' || 'database_life'::regclass::oid;
  v_began bigint;
BEGIN
  SELECT began INTO v_began FROM database_life WHERE identity = v_identity;
  IF NOT FOUND THEN
    INSERT INTO database_life AS known (identity, began)
      VALUES (v_identity, floor(1000 * extract(epoch FROM clock_timestamp() - timestamptz '2026-01-01 00:00:00+00')))
      ON CONFLICT (is_only) DO UPDATE SET identity = excluded.identity, began = greatest(known.began + 1, excluded.began)
      WHERE known.identity <> excluded.identity
      RETURNING known.began INTO v_began;
    IF NOT FOUND THEN
      SELECT began INTO STRICT v_began FROM database_life WHERE identity = v_identity;
    END IF;
  END IF;
  RETURN v_began << 12;
END $$;
