-- Read state without a row per recipient (design section 4; libs/read-state is the executable description, its flag bits are
-- those of message_flag.bits: 64 historical, 128 unread notice, 4 + 8 + 16 + 32 what follows from the content).
--
-- VOLATILE functions take a fresh snapshot per statement, so what they read after a lock is what the lock protects. One
-- user's state is written under that user's advisory lock, except by moves between channels, which concern many users:
-- they share-lock the users' read_position rows, which the only functions that change a position lock for update.

-- Deactivation ends a span and opens an inactive one: what is sent meanwhile is not received, but a move into a channel
-- that the account is still subscribed to keeps what it holds (messages.md 5.5).
ALTER TABLE membership_span ADD COLUMN is_active boolean NOT NULL DEFAULT true;

-- How far the message sequence had come at a time: ids up to a mark of ten minutes ago are settled.
CREATE TABLE message_id_mark (
  drawn_id bigint NOT NULL,
  drawn_at timestamptz(6) NOT NULL,
  CONSTRAINT message_id_mark_pkey PRIMARY KEY (drawn_id)
);

CREATE INDEX message_moved_idx ON message (recipient_id, id) WHERE moves <> '{}';
CREATE INDEX message_flag_starred_idx ON message_flag (user_id, message_id) WHERE bits & 1 <> 0;
CREATE INDEX message_flag_held_or_unread_idx ON message_flag (user_id, message_id) WHERE bits & 192 <> 0;

-- The first chunk that is not settled: every id below it was drawn over ten minutes ago by this server's clock, longer
-- than any transaction lives, so whatever will ever appear there has appeared. Leaves a mark now and then.
CREATE FUNCTION read_state_settled_chunk() RETURNS bigint
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

-- How a user holds a channel message, rows apart: 0 not, 1 since it was sent, 2 by a move to a protected channel.
CREATE FUNCTION message_receipt(p_user_id int, p_origin_recipient_id int, p_message_id bigint, p_moves bigint[])
RETURNS int
LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_receipt int;
  v_move record;
BEGIN
  SELECT count(*) INTO v_receipt FROM membership_span s
    WHERE s.user_id = p_user_id AND s.recipient_id = p_origin_recipient_id AND s.is_active
      AND s.first_message_id < p_message_id AND (s.last_message_id IS NULL OR p_message_id < s.last_message_id);
  FOR v_move IN
    SELECT v.to_protected, EXISTS (SELECT FROM membership_span s
        WHERE s.user_id = p_user_id AND s.recipient_id = v.to_recipient_id
          AND s.first_message_id < v.id AND (s.last_message_id IS NULL OR v.id < s.last_message_id)) AS was_subscribed
      FROM message_move v WHERE v.id = ANY (p_moves) ORDER BY v.id
  LOOP
    IF NOT v_move.was_subscribed THEN v_receipt := 0;
    ELSIF v_receipt = 0 AND v_move.to_protected THEN v_receipt := 2;
    END IF;
  END LOOP;
  RETURN v_receipt;
END $$;

-- Everything that flags are made of, for messages that exist. A single SELECT, so that callers' plans include it.
CREATE FUNCTION read_state_of(p_user_id int, p_message_ids bigint[])
RETURNS TABLE (message_id bigint, recipient_id int, is_direct boolean, receipt int, bits int, is_read boolean,
  channel_wildcard boolean, born_read boolean)
LANGUAGE sql STABLE AS $$
  SELECT m.id, m.recipient_id, d.message_id IS NOT NULL,
    CASE WHEN d.message_id IS NOT NULL THEN 1
      WHEN m.moves = '{}' THEN (SELECT count(*)::int FROM membership_span s
        WHERE s.user_id = p_user_id AND s.recipient_id = m.origin_recipient_id AND s.is_active
          AND s.first_message_id < m.id AND (s.last_message_id IS NULL OR m.id < s.last_message_id))
      ELSE message_receipt(p_user_id, m.origin_recipient_id, m.id, m.moves) END,
    COALESCE(f.bits, 0),
    CASE WHEN m.born_read THEN COALESCE(f.bits, 0) & 128 = 0
      ELSE (m.id >= COALESCE(p.position, 0)) = (COALESCE(get_bit(c.bits, (m.id % 4096)::int), 0) = 1) END,
    m.channel_wildcard, m.born_read
  FROM unnest(p_message_ids) AS i (id) JOIN message m ON m.id = i.id
  LEFT JOIN read_position p ON p.user_id = p_user_id
  LEFT JOIN read_chunk c ON c.user_id = p_user_id AND c.chunk = m.id / 4096
  LEFT JOIN message_flag f ON f.user_id = p_user_id AND f.message_id = m.id
  LEFT JOIN direct_message_receipt d ON d.user_id = p_user_id AND d.message_id = m.id
$$;

-- Whether a user holds a message: what the API calls having a row.
CREATE FUNCTION message_received(p_user_id int, p_message_id bigint) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT COALESCE((SELECT r.receipt > 0 OR r.bits & 64 <> 0 FROM read_state_of(p_user_id, ARRAY[p_message_id]) r), false)
$$;

-- Held and unread at or above the position, each once. p_recipient_id null: in every conversation, also in channels that the
-- user has left. Notices that are born read are no part of it. Costs what was received there, whoever else sends what else.
CREATE FUNCTION read_state_unread_above(p_user_id int, p_from bigint, p_below bigint, p_recipient_id int)
RETURNS TABLE (message_id bigint)
LANGUAGE sql STABLE AS $$
  SELECT h.id FROM (
    SELECT m.id FROM membership_span s CROSS JOIN LATERAL (
      SELECT m.id FROM message m WHERE m.recipient_id = s.recipient_id
        AND m.id >= GREATEST(p_from, s.first_message_id) AND m.id < LEAST(p_below, s.last_message_id)
        AND m.moves = '{}' AND NOT m.born_read OFFSET 0) m
    WHERE s.user_id = p_user_id AND s.is_active AND (s.last_message_id IS NULL OR s.last_message_id > p_from)
      AND s.first_message_id < p_below AND (p_recipient_id IS NULL OR s.recipient_id = p_recipient_id)
    UNION ALL
    SELECT m.id FROM (SELECT DISTINCT s.recipient_id FROM membership_span s WHERE s.user_id = p_user_id
        AND (p_recipient_id IS NULL OR s.recipient_id = p_recipient_id)) s CROSS JOIN LATERAL (
      SELECT m.id FROM message m WHERE m.recipient_id = s.recipient_id AND m.id >= p_from AND m.id < p_below
        AND m.moves <> '{}' AND NOT m.born_read
        AND message_receipt(p_user_id, m.origin_recipient_id, m.id, m.moves) > 0 OFFSET 0) m
    UNION ALL
    SELECT d.message_id FROM direct_message_receipt d
    WHERE d.user_id = p_user_id AND d.message_id >= p_from AND d.message_id < p_below
      AND (p_recipient_id IS NULL OR d.recipient_id = p_recipient_id)
    UNION ALL
    SELECT m.id FROM message_flag f JOIN message m ON m.id = f.message_id
    WHERE f.user_id = p_user_id AND f.message_id >= p_from AND f.message_id < p_below
      AND f.bits & 192 <> 0 AND f.bits & 64 <> 0 AND NOT m.born_read
      AND (p_recipient_id IS NULL OR m.recipient_id = p_recipient_id)
      AND (SELECT r.receipt = 0 FROM read_state_of(p_user_id, ARRAY[m.id]) r)
  ) h LEFT JOIN read_chunk c ON c.user_id = p_user_id AND c.chunk = h.id / 4096 AND c.chunk >= p_from / 4096
  WHERE c.bits IS NULL OR get_bit(c.bits, (h.id % 4096)::int) = 0
$$;

-- A new message is born read for these users: its sender, whoever muted the sender. Its chunk is not settled, so it lies
-- above every position, and nobody's lock is needed.
CREATE FUNCTION read_bits_set(p_user_ids int[], p_message_id bigint) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO read_chunk (user_id, chunk, bits)
    SELECT u, p_message_id / 4096, set_bit(B'0'::bit(4096), (p_message_id % 4096)::int, 1)
      FROM unnest(p_user_ids) AS u ORDER BY u
    ON CONFLICT (user_id, chunk) DO UPDATE SET bits = read_chunk.bits | excluded.bits
$$;

-- Marks pairs of user and message (arrays of one length). The caller keeps the positions from moving.
CREATE FUNCTION read_bits_mark(p_user_ids int[], p_message_ids bigint[], p_read boolean) RETURNS void
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
    FROM (SELECT i.user_id, i.id / 4096 AS chunk, bit_or(set_bit(B'0'::bit(4096), (i.id % 4096)::int, 1)) AS mask
      FROM unnest(p_user_ids, p_message_ids) AS i (user_id, id) GROUP BY 1, 2 ORDER BY 1, 2) k
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

-- Gives one user's flag rows bits and takes bits away; rows without bits vanish.
CREATE FUNCTION message_flag_change(p_user_id int, p_message_ids bigint[], p_add int, p_remove int) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF p_add <> 0 THEN
    INSERT INTO message_flag (user_id, message_id, bits) SELECT p_user_id, i, p_add FROM unnest(p_message_ids) AS i
      ON CONFLICT (user_id, message_id) DO UPDATE SET bits = message_flag.bits | excluded.bits;
  END IF;
  IF p_remove <> 0 THEN
    DELETE FROM message_flag f WHERE f.user_id = p_user_id AND f.message_id = ANY (p_message_ids)
      AND f.bits & ~p_remove = 0;
    UPDATE message_flag f SET bits = f.bits & ~p_remove
      WHERE f.user_id = p_user_id AND f.message_id = ANY (p_message_ids) AND f.bits & p_remove <> 0;
  END IF;
END $$;

-- Below: one user's own changes. The caller holds that user's lock and has checked that every message can be read.

-- Returns the ids that were held and unread. Creates no rows for messages that are not held.
CREATE FUNCTION read_state_mark_read(p_user_id int, p_message_ids bigint[]) RETURNS bigint[]
LANGUAGE plpgsql AS $$
DECLARE
  v_ids bigint[];
  v_notices bigint[];
BEGIN
  SELECT array_agg(r.message_id) FILTER (WHERE NOT r.born_read), array_agg(r.message_id) FILTER (WHERE r.born_read)
    INTO v_ids, v_notices FROM read_state_of(p_user_id, p_message_ids) r
    WHERE NOT r.is_read AND (r.receipt > 0 OR r.bits & 64 <> 0);
  IF v_ids IS NOT NULL THEN
    PERFORM read_bits_mark(array_fill(p_user_id, ARRAY[cardinality(v_ids)]), v_ids, true);
  END IF;
  IF v_notices IS NOT NULL THEN
    PERFORM message_flag_change(p_user_id, v_notices, 0, 128);
  END IF;
  RETURN COALESCE(v_ids, '{}') || COALESCE(v_notices, '{}');
END $$;

-- What is not held becomes held: read and historical (messages.md 11, Missing row).
CREATE FUNCTION read_state_hold(p_user_id int, p_message_ids bigint[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_new bigint[];
BEGIN
  SELECT array_agg(r.message_id) INTO v_new FROM read_state_of(p_user_id, p_message_ids) r
    WHERE r.receipt = 0 AND r.bits & 64 = 0;
  IF v_new IS NOT NULL THEN
    PERFORM read_bits_mark(array_fill(p_user_id, ARRAY[cardinality(v_new)]), v_new, true);
    PERFORM message_flag_change(p_user_id, v_new, 64, 0);
  END IF;
END $$;

-- Marks as unread what is read, except channel messages outside the user's subscriptions, whose channels it returns.
CREATE FUNCTION read_state_mark_unread(p_user_id int, p_message_ids bigint[],
  OUT changed bigint[], OUT ignored_channel_ids int[])
LANGUAGE plpgsql AS $$
DECLARE
  v_admitted bigint[];
  v_notices bigint[];
BEGIN
  SELECT array_agg(r.message_id) FILTER (WHERE r.is_direct OR s.user_id IS NOT NULL),
      COALESCE(array_agg(DISTINCT k.id) FILTER (WHERE NOT r.is_direct AND s.user_id IS NULL AND k.id IS NOT NULL), '{}')
    INTO v_admitted, ignored_channel_ids FROM read_state_of(p_user_id, p_message_ids) r
    LEFT JOIN membership_span s ON s.user_id = p_user_id AND s.recipient_id = r.recipient_id AND s.last_message_id IS NULL
    LEFT JOIN channel k ON k.recipient_id = r.recipient_id;
  PERFORM read_state_hold(p_user_id, v_admitted);
  SELECT array_agg(r.message_id) FILTER (WHERE NOT r.born_read), array_agg(r.message_id) FILTER (WHERE r.born_read)
    INTO changed, v_notices FROM read_state_of(p_user_id, v_admitted) r WHERE r.is_read;
  IF changed IS NOT NULL THEN
    PERFORM read_bits_mark(array_fill(p_user_id, ARRAY[cardinality(changed)]), changed, false);
  END IF;
  IF v_notices IS NOT NULL THEN
    PERFORM message_flag_change(p_user_id, v_notices, 128, 0);
  END IF;
  changed := COALESCE(changed, '{}') || COALESCE(v_notices, '{}');
END $$;

-- p_bit: 1 starred, 2 collapsed. Returns the ids that did not have the flag.
CREATE FUNCTION read_state_add_flag(p_user_id int, p_message_ids bigint[], p_bit int) RETURNS bigint[]
LANGUAGE plpgsql AS $$
DECLARE
  v_ids bigint[];
BEGIN
  SELECT COALESCE(array_agg(r.message_id), '{}') INTO v_ids FROM read_state_of(p_user_id, p_message_ids) r
    WHERE r.bits & p_bit = 0;
  PERFORM read_state_hold(p_user_id, v_ids);
  PERFORM message_flag_change(p_user_id, v_ids, p_bit, 0);
  RETURN v_ids;
END $$;

-- Returns the ids that had the flag.
CREATE FUNCTION read_state_remove_flag(p_user_id int, p_message_ids bigint[], p_bit int) RETURNS bigint[]
LANGUAGE plpgsql AS $$
DECLARE
  v_ids bigint[];
BEGIN
  SELECT COALESCE(array_agg(f.message_id), '{}') INTO v_ids FROM message_flag f
    WHERE f.user_id = p_user_id AND f.message_id = ANY (p_message_ids) AND f.bits & p_bit <> 0;
  PERFORM message_flag_change(p_user_id, v_ids, 0, p_bit);
  RETURN v_ids;
END $$;

-- Locks the user's position against moves and other changes of it, and returns it.
CREATE FUNCTION read_position_lock(p_user_id int) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  v_position bigint;
BEGIN
  INSERT INTO read_position (user_id) VALUES (p_user_id) ON CONFLICT (user_id) DO NOTHING;
  SELECT position INTO v_position FROM read_position WHERE user_id = p_user_id FOR UPDATE;
  RETURN v_position;
END $$;

-- Moves the position to p_chunk, a settled one: what is received and unread on the way becomes bits, all else vanishes.
CREATE FUNCTION read_state_advance(p_user_id int, p_chunk bigint) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_position bigint := read_position_lock(p_user_id);
  v_unread bigint[];
BEGIN
  IF p_chunk * 4096 <= v_position THEN RETURN; END IF;
  v_unread := ARRAY(SELECT u.message_id FROM read_state_unread_above(p_user_id, v_position, p_chunk * 4096, NULL) u);
  DELETE FROM read_chunk WHERE user_id = p_user_id AND chunk >= v_position / 4096 AND chunk < p_chunk;
  UPDATE read_position SET position = p_chunk * 4096 WHERE user_id = p_user_id;
  IF cardinality(v_unread) > 0 THEN
    PERFORM read_bits_mark(array_fill(p_user_id, ARRAY[cardinality(v_unread)]), v_unread, false);
  END IF;
END $$;

-- Everything below p_chunk, a settled one, is read at once; above it the newest p_limit unread messages are marked.
-- Returns whether nothing was left.
CREATE FUNCTION read_state_mark_all(p_user_id int, p_chunk bigint, p_limit int) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  v_position bigint := GREATEST(read_position_lock(p_user_id), p_chunk * 4096);
  v_unread bigint[];
  v_notices bigint[];
BEGIN
  DELETE FROM read_chunk WHERE user_id = p_user_id AND chunk < v_position / 4096;
  UPDATE read_position SET position = v_position WHERE user_id = p_user_id AND position < v_position;
  v_notices := ARRAY(SELECT message_id FROM message_flag
    WHERE user_id = p_user_id AND bits & 192 <> 0 AND bits & 128 <> 0);
  PERFORM message_flag_change(p_user_id, v_notices, 0, 128);
  v_unread := ARRAY(SELECT u.message_id FROM read_state_unread_above(p_user_id, v_position, 9223372036854775807, NULL) u
    ORDER BY u.message_id DESC LIMIT p_limit);
  IF cardinality(v_unread) > 0 THEN
    PERFORM read_bits_mark(array_fill(p_user_id, ARRAY[cardinality(v_unread)]), v_unread, true);
  END IF;
  RETURN cardinality(v_unread) < p_limit;
END $$;

-- Below: what concerns all holders of a message. Callers hold the channel's lock, shared.

-- Users who hold a message, and how (message_receipt; 3: only by a row of their own).
CREATE FUNCTION message_holders(p_message_id bigint) RETURNS TABLE (user_id int, receipt int)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_message message%ROWTYPE;
BEGIN
  SELECT * INTO v_message FROM message m WHERE m.id = p_message_id;
  IF v_message.moves = '{}' THEN
    RETURN QUERY SELECT s.user_id, 1 FROM membership_span s
      WHERE s.recipient_id = v_message.origin_recipient_id AND s.is_active AND s.first_message_id < p_message_id
        AND (s.last_message_id IS NULL OR p_message_id < s.last_message_id)
      UNION ALL SELECT d.user_id, 1 FROM direct_message_receipt d WHERE d.message_id = p_message_id
      UNION ALL SELECT f.user_id, 3 FROM message_flag f
        WHERE f.message_id = p_message_id AND f.bits & 64 <> 0;
  ELSE
    -- Only who was subscribed to the last destination when it was moved there can hold it without a row.
    RETURN QUERY SELECT h.user_id, h.receipt FROM (
        SELECT s.user_id, message_receipt(s.user_id, v_message.origin_recipient_id, p_message_id, v_message.moves) AS receipt
        FROM message_move v JOIN membership_span s ON s.recipient_id = v.to_recipient_id
          AND s.first_message_id < v.id AND (s.last_message_id IS NULL OR v.id < s.last_message_id)
        WHERE v.id = v_message.moves[cardinality(v_message.moves)]) h WHERE h.receipt > 0
      UNION ALL SELECT f.user_id, 3 FROM message_flag f
        WHERE f.message_id = p_message_id AND f.bits & 64 <> 0
          AND message_receipt(f.user_id, v_message.origin_recipient_id, p_message_id, v_message.moves) = 0;
  END IF;
END $$;

-- The flags that follow from the content, computed anew after an edit for who holds the message.
CREATE FUNCTION read_state_edited(p_message_id bigint, p_mentioned int[], p_alerted int[], p_topic_wildcard int[],
  p_channel_wildcard boolean) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE message_flag f SET bits = f.bits & ~60 WHERE f.message_id = p_message_id AND f.bits & 60 <> 0;
  INSERT INTO message_flag (user_id, message_id, bits)
    SELECT n.user_id, p_message_id, n.bits FROM (
      SELECT h.user_id, (CASE WHEN h.user_id = ANY (p_mentioned) THEN 4 ELSE 0 END)
        | (CASE WHEN p_channel_wildcard AND h.receipt <> 1 THEN 8 ELSE 0 END)
        | (CASE WHEN h.user_id = ANY (p_topic_wildcard) THEN 16 ELSE 0 END)
        | (CASE WHEN h.user_id = ANY (p_alerted) THEN 32 ELSE 0 END) AS bits
      FROM message_holders(p_message_id) h
      WHERE p_channel_wildcard OR h.user_id = ANY (p_mentioned || p_topic_wildcard || p_alerted)) n
    WHERE n.bits <> 0 ORDER BY n.user_id
    ON CONFLICT (user_id, message_id) DO UPDATE SET bits = message_flag.bits | excluded.bits;
  DELETE FROM message_flag f WHERE f.message_id = p_message_id AND f.bits = 0;
END $$;

-- Marks the same messages as read for many users, whose positions are kept from moving: one mask per chunk for all of them.
CREATE FUNCTION read_bits_mark_for_all(p_user_ids int[], p_message_ids bigint[]) RETURNS void
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

-- Current subscribers of a protected channel get messages that are moved there, as read, if they do not hold them. Messages
-- of one origin that were moved together are held alike by all whose spans of the origin cover all or none of them: those
-- are decided once per user, only the others per message.
CREATE FUNCTION read_state_give(p_message_ids bigint[], p_to_recipient_id int) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_users int[];
  v_alike int[];
  v_messages bigint[];
  v_group record;
BEGIN
  v_users := ARRAY(SELECT s.user_id FROM membership_span s
    WHERE s.recipient_id = p_to_recipient_id AND s.last_message_id IS NULL ORDER BY s.user_id);
  INSERT INTO read_position (user_id) SELECT u FROM unnest(v_users) AS u ON CONFLICT (user_id) DO NOTHING;
  PERFORM FROM read_position p WHERE p.user_id = ANY (v_users) ORDER BY p.user_id FOR SHARE;
  FOR v_group IN
    SELECT m.origin_recipient_id AS origin, m.moves, min(m.id) AS lowest, max(m.id) AS highest, array_agg(m.id) AS ids
      FROM message m WHERE m.id = ANY (p_message_ids) AND NOT m.born_read GROUP BY 1, 2
  LOOP
    v_alike := ARRAY(SELECT u FROM unnest(v_users) AS u EXCEPT (
      SELECT s.user_id FROM membership_span s WHERE s.recipient_id = v_group.origin AND s.is_active
          AND s.first_message_id < v_group.highest
          AND (s.last_message_id IS NULL OR s.last_message_id > v_group.lowest)
          AND NOT (s.first_message_id < v_group.lowest
            AND (s.last_message_id IS NULL OR s.last_message_id > v_group.highest))
      UNION ALL
      SELECT f.user_id FROM message_flag f WHERE f.message_id = ANY (v_group.ids) AND f.bits & 64 <> 0));
    PERFORM read_bits_mark_for_all(ARRAY(SELECT u FROM unnest(v_alike) AS u
      WHERE message_receipt(u, v_group.origin, v_group.lowest, v_group.moves) = 0), v_group.ids);
    SELECT array_agg(u.user_id), array_agg(i.id) INTO v_alike, v_messages
      FROM (SELECT u AS user_id FROM unnest(v_users) AS u EXCEPT SELECT u FROM unnest(v_alike) AS u) u
      CROSS JOIN unnest(v_group.ids) AS i (id)
      WHERE message_receipt(u.user_id, v_group.origin, i.id, v_group.moves) = 0
        AND NOT EXISTS (SELECT FROM message_flag f
          WHERE f.user_id = u.user_id AND f.message_id = i.id AND f.bits & 64 <> 0);
    IF v_alike IS NOT NULL THEN
      PERFORM read_bits_mark(v_alike, v_messages, true);
    END IF;
  END LOOP;
END $$;

-- What a move between channels does to flags and read bits (messages.md 5.5). To be called BEFORE the messages themselves
-- get their new recipient and move: whoever was ever subscribed to the old channel and is not now to the new one loses the
-- rows; subscribers of a protected destination get what they do not hold, as read.
CREATE FUNCTION read_state_moved(p_message_ids bigint[], p_from_recipient_id int, p_to_recipient_id int,
  p_to_protected boolean) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM message_flag f WHERE f.message_id = ANY (p_message_ids)
    AND EXISTS (SELECT FROM membership_span s WHERE s.user_id = f.user_id AND s.recipient_id = p_from_recipient_id)
    AND NOT EXISTS (SELECT FROM membership_span s
      WHERE s.user_id = f.user_id AND s.recipient_id = p_to_recipient_id AND s.last_message_id IS NULL);
  IF p_to_protected THEN
    PERFORM read_state_give(p_message_ids, p_to_recipient_id);
  END IF;
END $$;
