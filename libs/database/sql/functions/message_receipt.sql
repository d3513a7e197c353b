-- How a user holds a channel message, rows apart: 0 not, 1 since it was sent, 2 by a move to a protected channel.
CREATE OR REPLACE FUNCTION message_receipt(p_user_id int, p_origin_recipient_id int, p_message_id bigint, p_moves bigint[])
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
