-- So many ids of a table, one after the other, that nobody else gets: the ids of an import are a sum, not a map in memory.
-- ALTER SEQUENCE makes others who want an id wait until this transaction ends, which is at once. The caller's patience is short
-- as well: whoever waits for it stops those who come after.
CREATE OR REPLACE FUNCTION draw_id_block(p_sequence regclass, p_count bigint) RETURNS bigint
LANGUAGE plpgsql
SET lock_timeout = '200ms'
AS $$
DECLARE
  v_last bigint;
BEGIN
  IF p_count < 1 THEN RAISE EXCEPTION 'a block has at least one id'; END IF;
  -- The first id of all is the start, whatever the increment.
  PERFORM nextval(p_sequence);
  EXECUTE format('ALTER SEQUENCE %s INCREMENT BY %s', p_sequence, p_count);
  v_last := nextval(p_sequence);
  EXECUTE format('ALTER SEQUENCE %s INCREMENT BY 1', p_sequence);
  RETURN v_last - p_count + 1;
END $$;
