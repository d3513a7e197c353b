-- A new message is born read for these users: its sender, whoever muted the sender. Its chunk is not settled, so it lies
-- above every position, and nobody's lock is needed.
CREATE OR REPLACE FUNCTION read_bits_set(p_user_ids int[], p_message_id bigint) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO read_chunk (user_id, chunk, bits)
    SELECT u, p_message_id / 4096, set_bit(B'0'::bit(4096), (p_message_id % 4096)::int, 1)
      FROM unnest(p_user_ids) AS u ORDER BY u
    ON CONFLICT (user_id, chunk) DO UPDATE SET bits = read_chunk.bits | excluded.bits
$$;
