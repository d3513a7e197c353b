-- Marks as unread what is read, except channel messages outside the user's subscriptions, whose channels it returns.
-- The caller holds the user's lock and has checked that every message can be read.
CREATE OR REPLACE FUNCTION read_state_mark_unread(p_user_id int, p_message_ids bigint[],
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
