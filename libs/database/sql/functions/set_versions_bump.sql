-- Gives sets their next versions. In the order of the keys: two writers never wait for each other in a circle.
CREATE OR REPLACE FUNCTION set_versions_bump(p_keys text[]) RETURNS SETOF set_version
LANGUAGE plpgsql AS $$
DECLARE
  v_first bigint := first_version_of_life();
BEGIN
  RETURN QUERY
    INSERT INTO set_version AS known (key, version) SELECT k, v_first FROM unnest(p_keys) AS k ORDER BY k
    ON CONFLICT (key) DO UPDATE SET version = greatest(known.version + 1, excluded.version)
    RETURNING known.*;
END $$;
