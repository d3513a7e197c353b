-- Marks the same messages as read for many users, whose positions are kept from moving: one mask per chunk for all of them.
-- Callers hold the channel's lock, shared.
CREATE OR REPLACE FUNCTION read_bits_mark_for_all(p_user_ids int[], p_message_ids bigint[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_chunks bigint[];
  v_masks bit(4096)[];
BEGIN
  SELECT array_agg(k.chunk), array_agg(k.mask) INTO v_chunks, v_masks FROM (
    SELECT i / 4096 AS chunk, bit_or(set_bit(B'0'::bit(4096), (i % 4096)::int, 1)) AS mask
      FROM unnest(p_message_ids) AS i GROUP BY 1) k;
  INSERT INTO read_chunk (user_id, chunk, bits)
    SELECT u, k.chunk, k.mask FROM unnest(p_user_ids) AS u LEFT JOIN read_position p ON p.user_id = u
      CROSS JOIN unnest(v_chunks, v_masks) AS k (chunk, mask)
      WHERE k.chunk * 4096 >= COALESCE(p.position, 0) ORDER BY u, k.chunk
    ON CONFLICT (user_id, chunk) DO UPDATE SET bits = read_chunk.bits | excluded.bits;
  DELETE FROM read_chunk c USING read_position p, unnest(v_chunks, v_masks) AS k (chunk, mask)
    WHERE c.user_id = ANY (p_user_ids) AND c.chunk = k.chunk AND p.user_id = c.user_id
      AND k.chunk * 4096 < p.position AND c.bits & ~k.mask = B'0'::bit(4096);
  UPDATE read_chunk c SET bits = c.bits & ~k.mask FROM read_position p, unnest(v_chunks, v_masks) AS k (chunk, mask)
    WHERE c.user_id = ANY (p_user_ids) AND c.chunk = k.chunk AND p.user_id = c.user_id
      AND k.chunk * 4096 < p.position AND c.bits & k.mask <> B'0'::bit(4096);
END $$;
