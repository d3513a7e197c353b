-- Marks pairs of user and message (arrays of one length). The caller keeps the positions from moving.
CREATE OR REPLACE FUNCTION read_bits_mark(p_user_ids int[], p_message_ids bigint[], p_read boolean) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_users int[];
  v_chunks bigint[];
  v_masks bit(4096)[];
  v_sets boolean[];
BEGIN
  SELECT array_agg(k.user_id), array_agg(k.chunk), array_agg(k.mask),
      array_agg((k.chunk * 4096 >= COALESCE(p.position, 0)) = p_read)
    INTO v_users, v_chunks, v_masks, v_sets
    FROM (SELECT w.user_id, w.word / 64 AS chunk, bit_or(w.bits::bit(64)::bit(4096) >> (w.word % 64 * 64)::int) AS mask
      -- 64 ids at a time, as each change of a bit in a chunk would copy the chunk.
      FROM (SELECT i.user_id, i.id / 64 AS word, bit_or(1::bigint << (63 - i.id % 64)::int) AS bits
        FROM unnest(p_user_ids, p_message_ids) AS i (user_id, id) GROUP BY 1, 2) w GROUP BY 1, 2 ORDER BY 1, 2) k
    LEFT JOIN read_position p ON p.user_id = k.user_id;
  IF true = ANY (v_sets) THEN
    INSERT INTO read_chunk (user_id, chunk, bits)
      SELECT k.user_id, k.chunk, k.mask FROM unnest(v_users, v_chunks, v_masks, v_sets) AS k (user_id, chunk, mask, sets)
        WHERE k.sets
      ON CONFLICT (user_id, chunk) DO UPDATE SET bits = read_chunk.bits | excluded.bits;
  END IF;
  IF false = ANY (v_sets) THEN
    DELETE FROM read_chunk c USING unnest(v_users, v_chunks, v_masks, v_sets) AS k (user_id, chunk, mask, sets)
      WHERE c.user_id = k.user_id AND c.chunk = k.chunk AND NOT k.sets AND c.bits & ~k.mask = B'0'::bit(4096);
    UPDATE read_chunk c SET bits = c.bits & ~k.mask
      FROM unnest(v_users, v_chunks, v_masks, v_sets) AS k (user_id, chunk, mask, sets)
      WHERE c.user_id = k.user_id AND c.chunk = k.chunk AND NOT k.sets;
  END IF;
END $$;
