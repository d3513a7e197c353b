-- The first chunk that is not settled: every id below it was drawn over ten minutes ago by this server's clock, longer
-- than any transaction lives, so whatever will ever appear there has appeared. Leaves a mark now and then.
CREATE OR REPLACE FUNCTION read_state_settled_chunk() RETURNS bigint
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM message_id_mark WHERE drawn_at > clock_timestamp() - interval '1 minute') THEN
    DELETE FROM message_id_mark WHERE drawn_at < clock_timestamp() - interval '1 hour' AND drawn_id < (
      SELECT max(drawn_id) FROM message_id_mark WHERE drawn_at < clock_timestamp() - interval '10 minutes');
    INSERT INTO message_id_mark (drawn_id, drawn_at) SELECT last_value, clock_timestamp() FROM message_id_seq
      ON CONFLICT (drawn_id) DO NOTHING;
  END IF;
  RETURN (SELECT COALESCE((max(drawn_id) + 1) / 4096, 0) FROM message_id_mark
    WHERE drawn_at < clock_timestamp() - interval '10 minutes');
END $$;
